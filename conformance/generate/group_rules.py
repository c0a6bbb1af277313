#!/usr/bin/python3
"""Reject vectors for the rules of replica groups on every op that has them (collectives reference, section 2), and for the
attributes of the module header. Codes by hand, from the rules."""
from devices import combiner, device_reject
from formats import literal
from write import reject_case, run_case, write

NAME = "conformance/generate/group_rules.py"
ADD = combiner("add", "f32")
# op: (result shape for groups of two, further attributes, has use_global_device_ids, groups are equally long, all ids are listed)
OPS = {
    "all-gather": ("f32[8]", ", dimensions={0}", True, True, True),
    "all-reduce": ("f32[4]", ", to_apply=f", True, False, True),
    "reduce-scatter": ("f32[2]", ", dimensions={0}, to_apply=f", True, True, True),
    "all-to-all": ("f32[4]", ", dimensions={0}", False, True, True),
    "collective-broadcast": ("f32[4]", "", False, False, False),
    "collective-reduce": ("f32[4]", ", to_apply=f", False, True, True),
}
# what: (groups, further, applies to, why)
FORMS = {
    "repeated-in-two-groups": ("{{0,1},{1,3}}", "", lambda op: True, "an id is in one group only"),
    "repeated-in-one-group": ("{{0,0},{1,2}}", "", lambda op: True, "an id is once in its group"),
    "negative-first": ("{{-1,0},{1,2}}", "", lambda op: op != "collective-broadcast", "ids are not negative"),
    "negative-last": ("{{0,1},{2,-3}}", "", lambda op: op != "collective-broadcast", "ids are not negative"),
    "beyond-the-last": ("{{0,1},{2,4}}", "", lambda op: True, "ids are below the number of replicas"),
    "far-beyond": ("{{0,1000000000000},{2,3}}", "", lambda op: True, "ids are below the number of replicas"),
    "missing-first": ("{{1,2}}", "", lambda op: OPS[op][4], "replica 0 is in a group, too"),
    "missing-last": ("{{0,1}}", "", lambda op: OPS[op][4], "the last replicas are in a group, too"),
    "empty-group-last": ("{{0,1},{2,3},{}}", "", lambda op: True, "no group is empty"),
    "shorter-second": ("{{0,1},{2}}", "", lambda op: OPS[op][3], "groups are equally long"),
    "longer-second": ("{{0},{1,2,3}}", "", lambda op: OPS[op][3], "groups are equally long"),
    "iota-for-fewer": ("[1,2]<=[2]", "", lambda op: OPS[op][4], "the iota form lists every replica"),
    "iota-for-more": ("[4,2]<=[8]", "", lambda op: True, "the iota form lists no more ids than replicas"),
    "global-ids-without-channel": ("{{0,1},{2,3}}", ", use_global_device_ids=true", lambda op: OPS[op][2], "use_global_device_ids requires a channel"),
    "global-ids-without-groups": ("{}", ", channel_id=1, use_global_device_ids=true", lambda op: OPS[op][2], "use_global_device_ids requires groups"),
    "channel-zero": ("{{0,1},{2,3}}", ", channel_id=0", lambda op: op == "all-reduce", "a channel is at least 1"),
}


def group_cases(op):
    result, more, *_ = OPS[op]
    for what, (groups, further, applies, why) in FORMS.items():
        if not applies(op):
            continue
        line = f"ROOT r = {result} {op}(x), replica_groups={groups}{further}{more}"
        at = "use_global_device_ids" if what == "global-ids-without-channel" else "channel_id" if what == "channel-zero" else "replica_groups"
        code = f"{op}.C1" if op == "collective-broadcast" and what.startswith(("repeated", "empty")) else "V04"
        yield device_reject(f"{op}.f32.rejects-groups-{what}", why, "2.1", ["x = f32[4] parameter(0)", line], (4, 1), code, at=at, helpers=ADD if "to_apply" in more else ())


ENTRY = ["ENTRY e {", "  x = f32[4] parameter(0)", "  y = s32[2] parameter(1)", "  n = f32[4] negate(x)", "  ROOT t = (f32[4], s32[2]) tuple(n, y)", "}"]
HEADERS = {
    "layout-parameter-count": ("entry_computation_layout={(f32[4])->(f32[4], s32[2])}", "one shape for each parameter", "V05"),
    "layout-first-parameter": ("entry_computation_layout={(f32[5], s32[2])->(f32[4], s32[2])}", "the shape of parameter 0", "V05"),
    "layout-second-parameter": ("entry_computation_layout={(f32[4], u32[2])->(f32[4], s32[2])}", "the type of parameter 1", "V05"),
    "layout-result-size": ("entry_computation_layout={(f32[4], s32[2])->(f32[4], s32[3])}", "the sizes of the result", "V05"),
    "layout-result-parts": ("entry_computation_layout={(f32[4], s32[2])->(f32[4])}", "the parts of the result", "V05"),
    "layout-result-order": ("entry_computation_layout={(f32[4], s32[2])->(s32[2], f32[4])}", "the order of the parts of the result", "V05"),
    "alias-parameter": ("input_output_alias={ {0}: (2, {}, may-alias) }", "the aliased parameter exists", "V05"),
    "alias-parameter-element": ("input_output_alias={ {0}: (0, {0}, may-alias) }", "a parameter that is an array has no elements", "V05"),
    "alias-result-element": ("input_output_alias={ {2}: (0, {}, may-alias) }", "the aliased element of the result exists", "V05"),
    "alias-result-deep": ("input_output_alias={ {0,0}: (0, {}, may-alias) }", "an element that is an array has no elements", "V05"),
    "alias-result-twice": ("input_output_alias={ {0}: (0, {}, may-alias), {0}: (0, {}, may-alias) }", "an element of the result is aliased once", "V05"),
    "alias-other-size": ("input_output_alias={ {0}: (1, {}, may-alias) }", "aliased values have one size in bytes", "V05"),
    "donor-parameter": ("buffer_donor={ (2, {}) }", "the donated parameter exists", "V05"),
    "donor-element": ("buffer_donor={ (1, {0}) }", "a parameter that is an array has no elements", "V05"),
    "propagation-of-parameters": ("allow_spmd_sharding_propagation_to_parameters={true,false,true}", "one flag for all, or one for each parameter", "V05"),
    "propagation-of-result": ("allow_spmd_sharding_propagation_to_output={true,false,true}", "one flag for all, or one for each part of the result", "V05"),
}
ACCEPTED = {
    "header-layout": ("entry_computation_layout={(f32[4]{0}, s32[2]{0})->(f32[4]{0}, s32[2]{0})}", "the shapes of the entry computation"),
    "header-alias": ("input_output_alias={ {0}: (0, {}, may-alias), {1}: (1, {}, must-alias) }", "two aliases of equal sizes"),
    "header-donor": ("buffer_donor={ (0, {}) }", "a donated parameter"),
    "header-flags": ("allow_spmd_sharding_propagation_to_output={true,false}", "one flag for each part of the result"),
}


def header_cases():
    for what, (text, why, code) in HEADERS.items():
        yield reject_case(f"hlo-text.rejects.v05-{what}", why, "2.1", None, code, at=text.split("=")[0], line=1, whole=[f"HloModule m, {text}", *ENTRY],
                          requires=["f32", "s32"], doc="hlo-text")
    args = [literal("f32", [1.0, -2.0, 3.5, 0.25]), literal("s32", [7, -8])]
    for what, (text, why) in ACCEPTED.items():
        yield run_case(f"hlo-text.accepts.{what}", why, "2.1", None, args, {"tuple": [literal("f32", [-1.0, 2.0, -3.5, -0.25]), args[1]]},
                       whole=[f"HloModule m, {text}", *ENTRY], requires=["f32", "s32"], doc="hlo-text")


def main():
    for op in OPS:
        write(op, list(group_cases(op)), NAME)
    write("hlo-text", list(header_cases()), NAME)


main()
