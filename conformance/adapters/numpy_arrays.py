"""The ops of the numpy adapter that move, combine, or search whole arrays."""
import functools
import itertools
import math

import numpy as np

from hlo_text import Unsupported
from numpy_ops import op, total_order
from values import FLOATS, INTEGERS, stored, wide


@op("copy", "opt-barrier", "add-dependency", "domain")
def same(e, i, s, x, *_):
    return x


@op("iota")
def iota(e, i, s):
    d = i.numbers("iota_dimension")[0]
    line = np.arange(i.shape.dims[d]).reshape([-1 if k == d else 1 for k in range(len(i.shape.dims))])
    return np.broadcast_to(line, i.shape.dims)


@op("broadcast")
def broadcast(e, i, s, x):
    places = i.numbers("dimensions", [])
    x = x.transpose(np.argsort(places)) if places else x
    return np.broadcast_to(x.reshape([n if d in places else 1 for d, n in enumerate(i.shape.dims)]), i.shape.dims)


@op("reshape")
def reshape(e, i, s, x):
    return x.reshape(i.shape.dims)


@op("transpose")
def transpose(e, i, s, x):
    return x.transpose(i.numbers("dimensions"))


@op("reverse")
def reverse(e, i, s, x):
    return np.flip(x, i.numbers("dimensions"))


@op("concatenate")
def concatenate(e, i, s, *x):
    return np.concatenate(x, i.numbers("dimensions")[0])


@op("slice")
def take(e, i, s, x):
    bounds = i.attributes["slice"].strip("{}").split(",")
    return x[tuple(slice(*map(int, part.strip("[] ").split(":"))) for part in bounds if part.strip())]


@op("pad")
def pad(e, i, s, x, value):
    result = np.full(i.shape.dims, value)
    entries = [list(map(int, part.split("_"))) for part in i.attributes["padding"].split("x")] if x.ndim else []
    for index in np.ndindex(*x.shape):
        place = tuple(low + at * (1 + (gap[0] if gap else 0)) for at, (low, _, *gap) in zip(index, entries))
        if all(0 <= at < n for at, n in zip(place, i.shape.dims)):
            result[place] = x[index]
    return result


def window_at(starts, dims, sizes):
    """Start indices are clamped so that the whole window lies inside."""
    return tuple(slice(at, at + n) for at, n in ((min(max(int(v), 0), d - n), n) for v, d, n in zip(starts, dims, sizes)))


@op("dynamic-slice")
def dynamic_slice(e, i, s, x, *starts):
    return x[window_at(starts, x.shape, i.numbers("dynamic_slice_sizes"))]


@op("dynamic-update-slice")
def dynamic_update_slice(e, i, s, x, update, *starts):
    result = np.array(x)
    result[window_at(starts, x.shape, update.shape)] = update
    return result


@op("gather", "scatter")
def index_op(e, i, s, *x):
    """Both walk over index vectors; gather clamps them, scatter drops elements outside."""
    if i.opcode == "gather":
        data, indices, names = [x[0]], x[1], ("offset_dims", "collapsed_slice_dims", "operand_batching_dims", "start_indices_batching_dims", "start_index_map")
    else:
        n = len(x) // 2
        data, indices, updates = [np.array(v) for v in x[:n]], x[n], x[n + 1:]
        names = ("update_window_dims", "inserted_window_dims", "input_batching_dims", "scatter_indices_batching_dims", "scatter_dims_to_operand_dims")
    windows, gone, batch, index_batch, places = (i.numbers(name, []) for name in names)
    vector = i.numbers("index_vector_dim")[0]
    kept = [d for d in range(data[0].ndim) if d not in gone and d not in batch]
    outer = [d for d in range(indices.ndim) if d != vector]
    result = np.zeros(i.shape.dims, data[0].dtype) if i.opcode == "gather" else None
    shape = i.shape.dims if i.opcode == "gather" else updates[0].shape
    sizes = i.numbers("slice_sizes") if i.opcode == "gather" else None
    outer_places = [d for d in range(len(shape)) if d not in windows]
    for at in itertools.product(*(range(shape[d]) for d in outer_places)):
        start = [0] * data[0].ndim
        at_index = list(at)
        if vector < indices.ndim:
            at_index.insert(vector, slice(None))
        for d, value in zip(places, np.atleast_1d(indices[tuple(at_index)]).tolist()):
            start[d] = value if sizes is None else min(max(value, 0), data[0].shape[d] - sizes[d])
        for d, source in zip(batch, index_batch):
            start[d] = at[outer.index(source)]
        for inside in itertools.product(*(range(shape[d]) for d in windows)):
            place, here = list(start), [0] * len(shape)
            for d, v in zip(kept, inside):
                place[d] += v
            for d, v in [*zip(outer_places, at), *zip(windows, inside)]:
                here[d] = v
            place, here = tuple(place), tuple(here)
            if result is not None:
                result[here] = data[0][place]
            elif all(0 <= v < n for v, n in zip(place, data[0].shape)):
                new = e.call(i.called(), *(d[place] for d in data), *(u[here] for u in updates))
                for d, v in zip(data, new if isinstance(new, tuple) else (new,)):
                    d[place] = v
    return result if result is not None else data[0] if len(data) == 1 else tuple(data)


@op("reduce")
def reduce(e, i, s, *x):
    n, axes = len(x) // 2, sorted(i.numbers("dimensions"))
    if n == 1 and e.is_sum(i.called(), s[0]):
        return x[0].sum(axis=tuple(axes), dtype=np.longdouble if s[0].type in FLOATS else x[0].dtype) + x[1]
    rest = [d for d in range(x[0].ndim) if d not in axes]
    flat = [v.transpose(rest + axes).reshape([v.shape[d] for d in rest] + [-1]) if v.size else v for v in x[:n]]
    start = [np.broadcast_to(v, [x[0].shape[d] for d in rest]) for v in x[n:]]
    count = math.prod(x[0].shape[d] for d in axes) if start[0].size else 0
    return e.fold(i.called(), start, ([v[..., k] for v in flat] for k in range(count)))


def window_of(i, rank):
    """(size, stride, low, base dilation, window dilation, reversal) of each dimension."""
    fields = dict(part.split("=") for part in i.attributes.get("window", "{}").strip("{}").split())
    columns = [fields[key].split("x") if key in fields else [default] * rank for key, default in (
        ("size", "1"), ("stride", "1"), ("pad", "0_0"), ("lhs_dilate", "1"), ("rhs_dilate", "1"), ("rhs_reversal", "0"))]
    return [tuple(int(v.split("_")[0]) for v in entry) for entry in zip(*columns)]


def base_index(entry, out, k, n):
    """Base elements under window element k of every position, and whether they exist."""
    size, stride, low, base, window, _ = entry
    q = np.arange(out) * stride - low + k * window
    inside = (q >= 0) & (q % base == 0) & (q // base < n)
    return np.where(inside, q // base, 0).astype(np.int64), inside.astype(bool)  # q may exceed 64 bits


def meshed(window, out, offset, dims):
    """The base elements under one window element as an open mesh, and a mask of those that exist."""
    found = [base_index(entry, n, k, size) for entry, n, k, size in zip(window, out, offset, dims)]
    masks = [mask.reshape([-1 if k == d else 1 for k in range(len(found))]) for d, (_, mask) in enumerate(found)]
    return np.ix_(*(places for places, _ in found)), functools.reduce(np.logical_and, masks, np.True_)


@op("reduce-window")
def reduce_window(e, i, s, *x):
    n, window = len(x) // 2, window_of(i, x[0].ndim)
    dims = (i.shape.parts or [i.shape])[0].dims
    state = [np.broadcast_to(v, dims) for v in x[n:]]
    if not x[0].size:
        return state[0] if n == 1 else tuple(state)
    for offset in itertools.product(*(range(entry[0]) for entry in window)):
        places, inside = meshed(window, dims, offset, x[0].shape)
        new = e.call_each(i.called(), *state, *(v[places] for v in x[:n]))
        state = [np.where(inside, a, b) for a, b in zip(new if isinstance(new, tuple) else (new,), state)]
    return state[0] if n == 1 else tuple(state)


@op("select-and-scatter")
def select_and_scatter(e, i, s, x, source, start):
    """Each window selects the element that `select` prefers, and adds its source to it with `scatter`."""
    window, found = window_of(i, x.ndim), np.zeros(source.shape, bool)
    chosen, place = np.zeros(source.shape, x.dtype), np.zeros(source.shape, np.int64)
    for offset in itertools.product(*(range(entry[0]) for entry in window)):
        places, inside = meshed(window, source.shape, offset, x.shape)
        better = inside & ~(found & e.call_each(i.called("select"), chosen, x[places]).astype(bool))
        flat = np.broadcast_to(sum(p * stride for p, stride in zip(places, np.cumprod([1, *x.shape[:0:-1]])[::-1])), source.shape)
        chosen, place, found = np.where(better, x[places], chosen), np.where(better, flat, place), found | inside
    result = np.full(x.size, start, x.dtype)
    for at, value in zip(place[found].tolist(), source[found]):
        result[at] = e.call(i.called("scatter"), result[at], value)
    return result.reshape(x.shape)


@op("dot")
def dot(e, i, s, a, b):
    a, b = (stored(i.shape.type, v) for v in (a, b))  # both operands are first converted to the result type
    names = ("lhs_batch_dims", "rhs_batch_dims", "lhs_contracting_dims", "rhs_contracting_dims")
    a_batch, b_batch, a_sum, b_sum = (i.numbers(name, []) for name in names)
    a_free = [d for d in range(a.ndim) if d not in a_batch + a_sum]
    b_free = [d for d in range(b.ndim) if d not in b_batch + b_sum]
    a_names, b_names = list(range(a.ndim)), list(range(20, 20 + b.ndim))
    for left, right in zip(a_batch + a_sum, b_batch + b_sum):
        b_names[right] = left
    return np.einsum(a, a_names, b, b_names, [a_names[d] for d in a_batch + a_free] + [b_names[d] for d in b_free])


@op("convolution")
def convolution(e, i, s, x, kernel):
    left, rest = i.attributes["dim_labels"].split("_")
    right, out = rest.split("->")
    spatial = sorted(c for c in left if c.isdigit())
    x, kernel = x.transpose([left.index(c) for c in ["b", "f", *spatial]]), kernel.transpose([right.index(c) for c in ["o", "i", *spatial]])
    window, sizes = window_of(i, len(spatial)), [i.shape.dims[out.index(c)] for c in spatial]
    groups, batches = (i.numbers(key, [1])[0] for key in ("feature_group_count", "batch_group_count"))
    result = np.zeros([x.shape[0] // batches, kernel.shape[0], *sizes], object if i.shape.type in INTEGERS else np.result_type(x, kernel))
    if i.shape.type in INTEGERS:
        x, kernel = x.astype(object), kernel.astype(object)
    part, deep, lines = kernel.shape[0] // (groups * batches), kernel.shape[1], x.shape[0] // batches
    for offset in itertools.product(*(range(entry[0]) for entry in window)) if x.size and result.size else ():
        places, inside = meshed(window, sizes, offset, x.shape[2:])
        flipped = tuple(entry[0] - 1 - k if entry[5] else k for entry, k in zip(window, offset))
        for g in range(groups * batches):
            batch = slice(g * lines, (g + 1) * lines) if batches > 1 else slice(None)
            feature = slice(g * deep, (g + 1) * deep) if groups > 1 else slice(None)
            base = x[batch, feature][(slice(None), slice(None), *places)]
            weights = kernel[(slice(g * part, (g + 1) * part), slice(None), *flipped)]
            term = np.tensordot(weights, base, axes=([1], [1])).swapaxes(0, 1)
            result[:, g * part:(g + 1) * part] += np.where(inside, term, np.zeros((), term.dtype))
    if i.shape.type in INTEGERS:
        signed, bits = INTEGERS[i.shape.type]
        low, high = (-(1 << bits - 1), (1 << bits - 1) - 1) if signed else (0, (1 << bits) - 1)
        result = np.array([min(max(v, low), high) for v in result.ravel()], wide(i.shape.type)).reshape(result.shape)
    return result.transpose([["b", "f", *spatial].index(c) for c in out])


@op("sort")
def sort(e, i, s, *x):
    d = i.numbers("dimensions")[0]
    order = np.empty(x[0].shape, np.int64)
    for index in np.ndindex(*(n for k, n in enumerate(x[0].shape) if k != d)):
        line = index[:d] + (slice(None),) + index[d:]

        def less(a, b):
            return bool(e.call(i.called(), *(v[line][k] for v in x for k in (a, b))))
        order[line] = merge_sorted(list(range(x[0].shape[d])), less)
    result = tuple(np.take_along_axis(v, order, d) for v in x)
    return result if len(result) > 1 else result[0]


def merge_sorted(items, less):
    if len(items) < 2:
        return items
    left, right = (merge_sorted(half, less) for half in (items[:len(items) // 2], items[len(items) // 2:]))
    result = []
    while left and right:
        result.append((right if less(right[0], left[0]) else left).pop(0))
    return result + left + right


@op("topk")
def topk(e, i, s, x):
    keys = total_order(x) if s[0].type in FLOATS else x
    keys = [int(v) * (1 if i.attributes.get("largest") == "false" else -1) for v in keys.ravel().tolist()]
    places = np.array([sorted(range(x.shape[-1]), key=lambda k: keys[line * x.shape[-1] + k])[:i.numbers("k")[0]]
                       for line in range(math.prod(x.shape[:-1]))], np.int64).reshape(i.shape.parts[1].dims)
    return np.take_along_axis(x, places, -1), places


@op("fft")
def fft(e, i, s, x):
    sizes = i.numbers("fft_length")
    if 0 in sizes:
        return np.zeros(i.shape.dims)
    names = {"FFT": np.fft.fftn, "IFFT": np.fft.ifftn, "RFFT": np.fft.rfftn, "IRFFT": np.fft.irfftn}
    return names[i.attributes["fft_type"]](x, sizes, range(x.ndim - len(sizes), x.ndim))


@op("cholesky")
def cholesky(e, i, s, a):
    """Reads one triangle; a matrix that is not positive definite gives NaN and does not affect the others."""
    upper = i.attributes.get("lower") != "true"
    a = a.swapaxes(-1, -2).conj() if upper else a
    low = np.tril(a) + np.tril(a, -1).swapaxes(-1, -2).conj()
    result = np.zeros(a.shape, a.dtype)
    for index in np.ndindex(*a.shape[:-2]):
        try:
            result[index] = np.linalg.cholesky(low[index])
        except np.linalg.LinAlgError:
            if np.linalg.eigvalsh(low[index]).min(initial=1) > -1e-9:
                raise Unsupported("a singular matrix") from None
            result[index] = np.nan
    return result.swapaxes(-1, -2).conj() + 0 if upper else result


@op("triangular-solve")
def triangular_solve(e, i, s, a, b):
    on = {key: i.attributes.get(key, "false") == "true" for key in ("left_side", "lower", "unit_diagonal")}
    a = np.tril(a) if on["lower"] else np.triu(a)
    if on["unit_diagonal"]:
        a = np.where(np.eye(a.shape[-1], dtype=bool), 1, a)
    if not a.size or not np.isfinite(a).all() or not np.diagonal(a, axis1=-2, axis2=-1).all():
        raise Unsupported("a singular system")
    way = i.attributes["transpose_a"]
    a = a if way == "NO_TRANSPOSE" else a.swapaxes(-1, -2).conj() if way == "ADJOINT" else a.swapaxes(-1, -2)
    return np.linalg.solve(a, b) if on["left_side"] else np.linalg.solve(a.swapaxes(-1, -2), b.swapaxes(-1, -2)).swapaxes(-1, -2)


@op("batch-norm-training", "batch-norm-inference", "batch-norm-grad")
def batch_norm(e, i, s, x, scale, *rest):
    d, epsilon = i.numbers("feature_index")[0], float(np.float32(i.attributes["epsilon"]))
    axes, wide_dims = tuple(k for k in range(x.ndim) if k != d), [-1 if k == d else 1 for k in range(x.ndim)]
    if i.opcode == "batch-norm-training":
        mean, variance, offset = x.mean(axes), x.var(axes), rest[0]
    elif i.opcode == "batch-norm-inference":
        offset, mean, variance = rest
    else:
        mean, variance, dy = rest
    scale, m, v = (part.reshape(wide_dims) for part in (scale, mean, variance + epsilon))
    if i.opcode == "batch-norm-grad":
        slope, shift = ((part.sum(axes) / (x.size / x.shape[d])).reshape(wide_dims) for part in (dy * (x - m) / v, dy))
        return scale / np.sqrt(v) * (dy - shift - slope * (x - m)), (dy * (x - m) / np.sqrt(v)).sum(axes), dy.sum(axes)
    y = scale * (x - m) / np.sqrt(v) + offset.reshape(wide_dims)
    return y if i.opcode == "batch-norm-inference" else (y, mean, variance)
