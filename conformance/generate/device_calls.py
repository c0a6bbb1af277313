"""Random instructions that execute computations in which devices communicate: conditionals, calls, async computations, and loops."""
import numpy

from arrays import shape as array
from device_blocks import Block, Value, draw_id_op, result_shape
from device_collectives import EXCHANGES, Exchange, communicate, keep_results
from device_groups import draw_groups


def refine(classes, number_of):
    """Splits the classes by a number of each device."""
    numbers = sorted({number_of(d) for devices in classes for d in devices})
    split = [frozenset(d for d in devices if number_of(d) == n) for devices in classes for n in numbers]
    return [devices for devices in split if devices]


def nested(block, classes, values, takes_tuple, is_body=False):
    """A block for a called computation. Its parameters have the shapes of the values: one parameter each, or one tuple."""
    made = Block(block.module, classes, block.depth + 1, is_body)
    shapes = [v.shape for v in values]
    if takes_tuple:
        made.keep_parts(made.parameter(0, result_shape(shapes, True)), shapes, True)
    else:
        made.pool = [Value(made.parameter(k, array(*shape)), *shape) for k, shape in enumerate(shapes)]
    return made


def add_root(block, shapes, is_tuple):
    """Finishes a block: its root has values of these shapes."""
    block.finish_starts(finish_all=True)
    return block.pack([block.pick_like(*shape) for shape in shapes], is_tuple)


def draw_values(block, most=3):
    """One to `most` different values."""
    return list(dict.fromkeys(block.pick() for _ in range(block.rng.randint(1, most))))


def device_number(block):
    """(label of an s32 that depends on the device, the function from a device to its value)"""
    op, id_of = draw_id_op(block)
    divisor, modulus, shift = block.rng.choice((1, 1, 2)), block.rng.choice((2, 3, 4)), block.rng.choice((0, 0, 0, -1, 1))
    if block.chance(0.3):
        label, id_of = block.device_id(), lambda d: d
    else:
        label = block.line("s32[]", f"convert({block.line('u32[]', op + '()')})")
    for name, value in (("divide", divisor), ("remainder", modulus), ("add", shift)):
        label = block.line("s32[]", f"{name}({label}, {block.scalar('s32', value)})")

    def number(d):
        return id_of(d) // divisor % modulus + shift
    block.steps.append((label, lambda frame: {d: numpy.array(number(d)) for d in frame.active}))
    return label, number


# ---- conditionals ----
def conditional(block):
    """A conditional whose branch depends on the device, or is the same for all devices."""
    rng, count = block.rng, block.rng.choice((1, 2, 2, 3))
    if block.chance(0.3):
        constant = rng.randint(-1, count)
        selector, number = block.scalar("s32", constant), lambda d: constant
    else:
        selector, number = device_number(block)
    by_pred = count == 2 and block.chance(0.5)
    if by_pred:
        selector = block.line("pred[]", f"compare({selector}, {block.scalar('s32', 0)}), direction=GT")

    def branch_of(d):
        if by_pred:
            return 0 if number(d) > 0 else 1
        return number(d) if 0 <= number(d) < count else count - 1
    results = draw_values(block, 2)
    shapes, is_tuple = [v.shape for v in results], len(results) > 1 or block.chance(0.2)
    branches, arguments, names = [], [], []
    for k in range(count):
        values = [block.pick_like(*shape) for shape in shapes] + [block.pick() for _ in range(rng.randint(0, 1))]
        takes_tuple = len(values) > 1 or block.chance(0.3)
        classes = [c for c in refine(block.classes, branch_of) if branch_of(min(c)) == k]
        branch = nested(block, classes, values, takes_tuple)
        branch.fill(rng.randint(1, 4))
        names.append(branch.write("branch", add_root(branch, shapes, is_tuple)))
        branches.append(branch)
        arguments.append(block.pack(values, takes_tuple))
    called = f"true_computation={names[0]}, false_computation={names[1]}" if by_pred else f"branch_computations={{{', '.join(names)}}}"

    def evaluate(frame):
        made = {}
        for k, branch in enumerate(branches):
            devices = [d for d in frame.active if branch_of(d) == k]
            if devices:
                made.update(branch.run(devices, [frame.values[arguments[k]]]))
        return made
    label = block.ordered(result_shape(shapes, is_tuple), f"conditional({selector}, {', '.join(arguments)}), {called}", evaluate)
    block.keep_parts(label, shapes, is_tuple)


def shared_channel(block):
    """A collective in both branches of a conditional: devices in different branches communicate on its channel."""
    op = block.rng.choice(("all-gather", "all-reduce", "all-to-all", "reduce-scatter", "collective-permute", "collective-broadcast"))
    exchange = EXCHANGES[op](block, op)
    if len(exchange.operands) > 1 or exchange.is_tuple or "channel_id" not in exchange.attributes:
        return
    selector, number = device_number(block)
    value = next((v for v in block.pool if v.label == exchange.operands[0]), None)
    if value is None or not value.dims:
        return
    chosen = block.line("pred[]", f"compare({selector}, {block.scalar('s32', 0)}), direction=GT")
    x, result = array(*value.shape), array(*exchange.results[0])
    names = [block.module.new_name("branch") for _ in range(2)]
    for name, before in zip(names, ("reverse(x), dimensions={0}", "copy(x)")):
        block.module.helper(name, [f"x = {x} parameter(0)", f"y = {x} {before}", f"ROOT z = {result} {op}(y){exchange.attributes}"])

    def evaluate(frame):
        operands = {d: numpy.flip(a, 0) if number(d) > 0 else a for d, a in frame.values[value.label].items()}
        return communicate(exchange, frame._replace(values={value.label: operands}))
    called = f"true_computation={names[0]}, false_computation={names[1]}"
    keep_results(block, exchange, block.line(result, f"conditional({chosen}, {value.label}, {value.label}), {called}", evaluate))


# ---- calls and async computations ----
def call(block):
    """A call of a new computation, or of one that another instruction calls, too."""
    for callee, name, parameters, shapes, is_tuple in block.rng.sample(block.module.callees, len(block.module.callees)):
        values = [block.pick_like(*shape) for shape in parameters]
        if callee.classes == block.classes and all(values) and block.chance(0.5):
            return add_call(block, callee, name, values, shapes, is_tuple)
    values = draw_values(block)
    callee, name, shapes, is_tuple = write_callee(block, values)
    block.module.callees.append((callee, name, [v.shape for v in values], shapes, is_tuple))
    add_call(block, callee, name, values, shapes, is_tuple)


def write_callee(block, values):
    """(block, name, shapes of the results, whether they are a tuple)"""
    callee = nested(block, block.classes, values, False)
    callee.fill(block.rng.randint(1, 5))
    callee.finish_starts(finish_all=True)
    shapes = [v.shape for v in draw_values(callee, 2)]
    is_tuple = len(shapes) > 1
    return callee, callee.write("callee", add_root(callee, shapes, is_tuple)), shapes, is_tuple


def add_call(block, callee, name, values, shapes, is_tuple):
    labels = [v.label for v in values]
    label = block.ordered(result_shape(shapes, is_tuple), f"call({', '.join(labels)}), to_apply={name}",
                          lambda frame: callee.run(frame.active, [frame.values[o] for o in labels]))
    block.keep_parts(label, shapes, is_tuple)


def async_call(block):
    """A computation that async-start and async-done execute, with instructions between them."""
    values = draw_values(block)
    callee, name, shapes, is_tuple = write_callee(block, values)
    labels, result = [v.label for v in values], result_shape(shapes, is_tuple)
    start_shape = f"({result_shape([v.shape for v in values], True)}, {result}{block.rng.choice(('', ', u32[]'))})"
    thread = ', async_execution_thread="other"' if block.chance(0.2) else ""
    start = block.line(start_shape, f"async-start({', '.join(labels)}), calls={name}{thread}",
                       lambda frame: callee.run(frame.active, [frame.values[o] for o in labels]))
    if block.chance(0.3):
        start = block.on_each(start_shape, f"async-update({start})", [start], lambda a: a)
    block.pending.append(lambda: block.keep_parts(block.on_each(result, f"async-done({start})", [start], lambda a: a), shapes, is_tuple))


# ---- loops ----
def loop_condition(block, state, constant, how):
    """(name, block, the function from a device to its trip count). `how`: the count is the constant, a number of the device, or agreed
    by all-reduce in groups."""
    condition = Block(block.module, block.classes, block.depth + 1)
    i = condition.parts(condition.parameter(0, result_shape(state, True)), state[:1], True)[0].label
    if how == "constant":
        bound, number = condition.scalar("s32", constant), lambda d: constant
    else:
        bound, number = device_number(condition)
    left = condition.add("s32", (), "subtract", [bound, i], lambda a, b: a - b)
    group_of = {}
    if how == "agreed":  # the largest number in a group, so that its devices leave the loop together
        attributes, groups = draw_groups(condition, "all-reduce")
        group_of = {d: group for group in groups for d in group}
        combiner = condition.module.new_name("combiner")
        condition.module.helper(combiner, ["a = s32[] parameter(0)", "b = s32[] parameter(1)", "ROOT c = s32[] maximum(a, b)"])
        exchange = Exchange([left.label], [("s32", ())], False, "", groups, lambda _, rows: [[numpy.max([row[0] for row in rows])]] * len(rows))
        left = Value(condition.line("s32[]", f"all-reduce({left.label}){attributes}{block.module.constrain_layout}, to_apply={combiner}",
                                    lambda frame: communicate(exchange, frame)), "s32", ())
    test = condition.add("pred", (), "compare", [left.label, condition.scalar("s32", 0)], lambda a, b: a > b, ", direction=GT")
    return condition.write("condition", test.label), condition, lambda d: max(0, *(number(other) for other in group_of.get(d, [d])))


def loop(block):
    values = draw_values(block)
    state = [("s32", ()), *(v.shape for v in values)]
    name, condition, trip_count = loop_condition(block, state, block.rng.randint(0, 3), block.rng.choice(("constant", "constant", "device", "agreed")))
    body = nested(block, refine(block.classes, trip_count), [Value(None, "s32", ()), *values], True, is_body=True)
    i = body.pool[0]
    body.fill(block.rng.randint(1, 5))
    body.finish_starts(finish_all=True)
    next_i = body.add("s32", (), "add", [i.label, body.scalar("s32", 1)], lambda a, b: a + b)
    body_name = body.write("body", body.pack([next_i, *(body.pick_like(*v.shape) for v in values)], True))
    first = block.pack([Value(block.scalar("s32", 0), "s32", ()), *values], True)

    def evaluate(frame):
        now, active, iteration = dict(frame.values[first]), set(frame.active), 0
        while active:
            test = condition.run(active, [now])
            active = {d for d in active if test[d]}
            if active:
                now.update(body.run(active, [now], iteration))
            iteration += 1
        return now
    label = block.ordered(result_shape(state, True), f"while({first}), condition={name}, body={body_name}", evaluate)
    block.keep_parts(label, state, True)
