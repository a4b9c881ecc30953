#!/usr/bin/env python3
# Owns the NIR files of this folder. Use: make_nir.py [FOLDER], with Debian's python3-h5py. Written from the
# specification of NIR (a group "node" with "type", "nodes" and "edges"), not from the reader under test.
import pathlib
import sys

import h5py
import numpy

HERE = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent) / "nir"
TEXT = h5py.string_dtype()


def node(kind, **fields):
    return {"type": kind, **fields}


def graph(nodes, edges, **fields):
    return {"type": "NIRGraph", "nodes": nodes, "edges": edges, **fields}


def write_fields(group, fields):
    for key, value in fields.items():
        if key == "nodes":
            nodes = group.create_group("nodes")
            for name, inner in value.items():
                write_fields(nodes.create_group(name), inner)
        elif key == "edges":
            pairs = numpy.array(value, dtype=object) if value else numpy.empty((0, 2), dtype=object)
            group.create_dataset("edges", data=pairs, dtype=TEXT)
        elif isinstance(value, str):
            group.create_dataset(key, data=value, dtype=TEXT)
        elif isinstance(value, dict):
            write_fields(group.create_group(key), value)
        elif isinstance(value, numpy.ndarray) and value.ndim > 0 and value.size > 16:
            group.create_dataset(key, data=value, compression="gzip")
        else:
            group.create_dataset(key, data=value)


def write(name, root, version="1.0.5"):
    HERE.mkdir(exist_ok=True)
    with h5py.File(HERE / (name + ".nir"), "w") as file:
        if version is not None:
            file.create_dataset("version", data=version, dtype=TEXT)
        if root is not None:
            write_fields(file.create_group("node"), root)


def shape(*sizes):
    return numpy.array(sizes, dtype="int64")


def ones(size, value=1.0, dtype="float64"):
    return numpy.full(size, value, dtype=dtype)


def lif(size, tau=0.01, r=1.0, leak=0.0, threshold=1.0, dtype="float64", **more):
    return node("LIF", tau=ones(size, tau, dtype), r=ones(size, r, dtype), v_leak=ones(size, leak, dtype),
                v_threshold=ones(size, threshold, dtype), **more)


def weights(rows, columns, dtype="float32"):
    return ((numpy.arange(rows * columns).reshape(rows, columns) % 7 - 3) / 8).astype(dtype)


def chain(*names):
    return [[a, b] for a, b in zip(names, names[1:])]


def stack(middle, inputs=3, outputs=2, order=1):
    """Input, the nodes in between, Output; edges backwards where order is -1."""
    nodes = {"input": node("Input", shape=shape(inputs)), **middle, "output": node("Output", shape=shape(outputs))}
    return graph(nodes, chain("input", *middle, "output")[::order])


def make_networks():
    affine = node("Affine", weight=weights(4, 3), bias=numpy.array([0.5, -0.5, 0.25, 0], dtype="float32"))
    linear = node("Linear", weight=weights(2, 4, "float64"))
    write("two_layers", stack({"fc1": affine, "lif1": lif(4), "fc2": linear, "lif2": lif(2, tau=0.02)}, order=-1))
    # Vectors: a gain and a threshold for each neuron; single numbers for the last layer; a reset above 0.
    vectors = node("LIF", tau=ones(4, 0.01), r=numpy.array([1.0, 2.0, 3.0, 4.0]), v_leak=ones(4, 0.0),
                   v_threshold=numpy.array([1.0, 1.0, 2.0, 4.0]), v_reset=ones(4, 0.0))
    single = node("LIF", tau=0.01, r=2.0, v_leak=numpy.float32(0.5), v_threshold=1.0, v_reset=0.25)
    strong = node("Affine", weight=weights(4, 3) * 16, bias=ones(4, 0.5))
    write("spread", stack({"a": strong, "b": vectors, "c": linear, "d": lif(2)}))
    write("vectors", stack({"a": affine, "b": vectors, "c": linear, "d": single}))
    write("betas", stack({"a": strong, "b": node("LIF", tau=numpy.array([0.01, 0.02, 0.01, 0.01]), r=ones(4),
                                                 v_leak=ones(4, 0.0), v_threshold=ones(4))}, outputs=4))
    write("integrators", stack({
        "a": affine, "b": node("IF", r=ones(4, 2.0, "float32"), v_threshold=ones(4, 3.0, "float32")),
        "c": linear, "d": node("Threshold", threshold=ones(2, 0.5))}))
    write("scaled", stack({
        "s": node("Scale", scale=numpy.array([2.0, 1.0, 0.5])), "a": affine, "flat": node(
            "Flatten", start_dim=0, end_dim=-1, input_type=shape(4)), "t": node("Scale", scale=numpy.array([4.0, 4, 4, 4])),
        "b": lif(4), "late": node("Delay", delay=ones(4, 0.001)), "c": linear, "d": lif(2)}))
    write("readout", stack({"a": strong, "b": lif(4, r=2.0), "c": linear, "d": node(
        "LI", tau=ones(2, 0.02), r=ones(2), v_leak=ones(2, 0.0))}))
    write("events", stack({
        "fc1": node("Affine", weight=weights(6, 4) * 40, bias=ones(6, 0.5)), "lif1": lif(6),
        "fc2": node("Linear", weight=weights(2, 6) * 40), "lif2": lif(2)}, inputs=4))
    # Delays of several steps, of the input too; two ways from one layer to the next.
    fc1, fc2 = node("Affine", weight=weights(6, 4) * 40, bias=ones(6, 0.5)), node("Linear", weight=weights(2, 6) * 40)
    write("late", stack({"d0": node("Delay", delay=ones(4, 0.002)), "fc1": fc1, "lif1": lif(6), "d1": node("Delay", delay=0.003),
                         "fc2": fc2, "lif2": lif(2)}, inputs=4))
    ways = {"input": node("Input", shape=shape(4)), "fc1": fc1, "lif1": lif(6), "fc2": fc2, "other": node("Affine", weight=weights(
        2, 6)[::-1] * 16, bias=numpy.array([0.5, -0.25])), "half": node("Scale", scale=numpy.array([0.5, 0.25])), "lif2": lif(2),
        "output": node("Output", shape=shape(2))}
    write("sums", graph(ways, chain("input", "fc1", "lif1", "fc2", "half", "lif2", "output") + chain("lif1", "other", "half")))
    write("no_weights", stack({"b": lif(3)}, outputs=3))
    inner = graph({"in": node("Input", shape=shape(3)), "fc": affine, "lif": lif(4), "out": node("Output", shape=shape(4))},
                  [["lif", "out"], ["fc", "lif"], ["in", "fc"]], metadata={"made": "here"})
    outer = graph({"first": node("Input", shape=shape(3)), "inside": inner, "last": node("Output", shape=shape(4))},
                  [["inside", "last"], ["first", "inside"]])
    write("nested", stack({"deep": outer, "fc2": linear, "lif2": lif(2)}))


def cuba(size, **more):
    return node("CubaLIF", tau_syn=ones(size, 0.004), tau_mem=ones(size, 0.008), r=ones(size, 8.0), v_leak=ones(size, 0.0),
                v_threshold=ones(size), w_in=ones(size, 4.0), **more)


def make_recurrent():
    nodes = {"input": node("Input", shape=shape(3)), "fc": node("Linear", weight=weights(4, 3) * 20), "rec": node(
        "Affine", weight=weights(4, 4) * 10, bias=numpy.array([0.5, 0, 0, -0.5])), "output": node("Output", shape=shape(4))}
    edges = [["rec", "lif"], ["fc", "lif"], ["lif", "output"], ["lif", "rec"], ["input", "fc"]]
    write("recurrent_lif", graph({**nodes, "lif": lif(4)}, edges))
    write("recurrent_cuba", graph({**nodes, "lif": cuba(4)}, edges))
    write("cuba", stack({"fc": node("Linear", weight=weights(2, 3)), "cuba": cuba(2, v_reset=ones(2, 0.0))}))
    write("cuba_li", stack({"fc": node("Linear", weight=weights(2, 3)), "li": node(
        "CubaLI", tau_syn=ones(2, 0.004), tau_mem=ones(2, 0.008), r=ones(2), v_leak=ones(2, 0.0))}))
    write("integrator", stack({"fc": node("Linear", weight=weights(2, 3)), "i": node("I", r=ones(2))}))


def conv2d(outputs, inputs, size, padding, stride=(1, 1), **more):
    return node("Conv2d", weight=weights(outputs * inputs, size * size).reshape(outputs, inputs, size, size),
                bias=numpy.zeros(outputs, dtype="float32"), stride=shape(*stride), padding=padding, dilation=shape(1, 1),
                groups=1, **more)


def make_pictures():
    pool = {"kernel_size": shape(2, 2), "stride": shape(2, 2), "padding": shape(0, 0)}
    nodes = {
        "input": node("Input", shape=shape(2, 8, 8)), "conv": conv2d(3, 2, 3, shape(1, 1), input_shape=shape(8, 8)),
        "if": node("IF", r=ones((3, 8, 8)), v_threshold=ones((3, 8, 8))), "pool": node("SumPool2d", **pool),
        "flat": node("Flatten", start_dim=0, end_dim=-1, input_type=shape(3, 4, 4)),
        "fc": node("Linear", weight=weights(5, 48)), "out": lif(5, r=40.0), "output": node("Output", shape=shape(5))}
    edges = chain("input", "conv", "if", "pool", "flat", "fc", "out", "output")
    write("pictures", graph(nodes, edges))
    write("average", graph({**nodes, "pool": node("AvgPool2d", **pool)}, edges))
    same = {**nodes, "conv": conv2d(3, 2, 3, "same", input_shape=h5py.Empty("float32"))}
    write("padding_same", graph(same, edges))
    make_maps(nodes, pool)


def make_maps(pictures, pool):
    """What folds into one convolution, and what does not."""
    ends = {"input": pictures["input"], "output": pictures["output"]}
    out = {"flat": node("Flatten", start_dim=0, end_dim=-1), "fc": node("Linear", weight=weights(5, 8) * 4), "out": lif(5, r=40.0)}

    def line(name, middle, last=None, start=None):
        last = last if last is not None else {}
        nodes = {"input": start or ends["input"], **middle, **last, "output": ends["output"]}
        write(name, graph(nodes, chain(*nodes)))

    def fire(*sizes):
        return node("IF", r=ones(sizes), v_threshold=ones(sizes))

    sound = node("Conv1d", weight=weights(4, 9).reshape(4, 3, 3), bias=numpy.zeros(4), stride=2, padding=1, dilation=1, groups=1,
                 input_shape=16)
    line("sound", {"conv": sound, "if": fire(4, 8)}, start=node("Input", shape=shape(3, 16)))
    # A pooling before a kernel, groups, dilation, a pooling behind it.
    grouped = node("Conv2d", weight=weights(4, 4).reshape(4, 1, 2, 2), bias=numpy.array([0.25, 0, 0.5, -0.25]),
                   stride=shape(1, 1), padding=shape(1, 1), dilation=shape(2, 2), groups=2, input_shape=h5py.Empty("float32"))
    line("pooled", {"before": node("SumPool2d", **pool), "conv": grouped, "after": node("AvgPool2d", **pool), "if": fire(4, 2, 2)},
         {**out, "fc": node("Linear", weight=weights(5, 16) * 4)})
    line("pool_alone", {"pool": node("AvgPool2d", kernel_size=shape(4, 4), stride=shape(2, 2), padding=shape(1, 1)),
                        "if": fire(2, 4, 4), "conv": conv2d(2, 2, 3, shape(0, 0)), "if2": fire(2, 2, 2)}, out)
    line("conv_dense", {"conv": conv2d(2, 2, 5, shape(0, 0), stride=(2, 2))}, out)
    # Windows that leave a row and a column out.
    odd = {"conv": conv2d(3, 2, 4, shape(0, 0)), "pool": node("SumPool2d", **pool)}
    wide = {**out, "fc": node("Linear", weight=weights(5, 12) * 4)}
    line("floor", {**odd, "if": fire(3, 2, 2)}, wide)
    line("floor_dense", odd, wide)
    line("late_maps", {"conv": conv2d(3, 2, 3, shape(0, 0)), "if": fire(3, 6, 6), "wait": node("Delay", delay=0.002),
                       "pool": node("SumPool2d", **pool), "conv2": conv2d(2, 3, 2, shape(0, 0)), "if2": fire(2, 2, 2)}, out)
    line("bad_two_convs", {"conv": conv2d(2, 2, 3, shape(0, 0)), "conv2": conv2d(2, 2, 3, shape(0, 0)), "if": fire(2, 4, 4)})
    line("bad_overlap", {"conv": conv2d(2, 2, 3, shape(0, 0)), "pool": node("SumPool2d", kernel_size=shape(3, 3), stride=shape(1, 1),
                                                                            padding=shape(0, 0)), "if": fire(2, 4, 4)})
    line("bad_pad_pooled", {"pool": node("SumPool2d", kernel_size=shape(3, 3), stride=shape(3, 3), padding=shape(0, 0)),
                            "conv": conv2d(2, 2, 1, shape(0, 0)), "if": fire(2, 2, 2), "pool2": node("SumPool2d", **pool),
                            "conv2": conv2d(2, 2, 2, shape(1, 1)), "if2": fire(2, 2, 2), "pool3": node(
                                "SumPool2d", kernel_size=shape(2, 2), stride=shape(1, 1), padding=shape(0, 0)),
                            "conv3": conv2d(2, 2, 2, shape(1, 1)), "if3": fire(2, 2, 2)})
    line("bad_channels", {"conv": conv2d(2, 3, 3, shape(0, 0)), "if": fire(2, 6, 6)})
    line("bad_kernel", {"conv": conv2d(2, 2, 9, shape(0, 0)), "if": fire(2, 6, 6)})
    line("bad_gains", {"conv": conv2d(2, 2, 7, shape(0, 0)), "if": node("IF", r=ones((2, 2, 2)), v_threshold=numpy.arange(1.0, 9.0))})
    line("bad_no_map", {"flat": node("Flatten", start_dim=0, end_dim=-1), "fc": node("Linear", weight=weights(8, 128)),
                        "lif": lif((2, 2, 2)), "conv": conv2d(2, 2, 1, shape(0, 0)), "if": fire(2, 2, 2)})
    line("bad_readout", {"flat": node("Flatten", start_dim=0, end_dim=-1), "li": node("I", r=ones(128))},
         {"fc": node("Linear", weight=weights(5, 128)), "out": lif(5)})


def make_damaged():
    affine = node("Linear", weight=weights(2, 3))
    good = {"input": node("Input", shape=shape(3)), "fc": affine, "lif": lif(2), "output": node("Output", shape=shape(2))}
    edges = chain("input", "fc", "lif", "output")

    def bad(name, root=None, **changed):
        write("bad_" + name, root or graph({**good, **changed}, edges))

    write("bad_no_node", None)
    bad("root", affine)
    bad("type", lif=node("LIFF", tau=ones(2)))
    bad("missing", lif=node("LIF", tau=ones(2), r=ones(2), v_leak=ones(2)))
    bad("extra", fc=node("Linear", weight=weights(2, 3), bais=ones(2)))
    bad("text", fc=node("Linear", weight="heavy"))
    bad("nan", lif=lif(2, tau=float("nan")))
    bad("empty", fc=node("Linear", weight=numpy.zeros((0, 3))))
    bad("edge", graph(good, edges + [["lif", "lost"]]))
    bad("no_edges", {"type": "NIRGraph", "nodes": good})
    # What is a graph, but not a network that can run.
    bad("cut", graph(good, chain("input", "fc", "lif")))
    bad("two_inputs", graph({**good, "other": node("Input", shape=shape(3))}, edges + [["other", "fc"]]))
    after = {**good, "fc2": node("Linear", weight=weights(2, 2)), "lif2": lif(2)}
    bad("branch", graph(after, edges + chain("lif", "fc2", "lif2", "output")))
    bad("skip", graph({**after, "fc3": affine}, chain("input", "fc", "lif", "fc2", "lif2", "output") + chain("input", "fc3", "lif2")))
    bad("feedback", graph({**after, "fc3": node("Linear", weight=weights(2, 2))}, chain(
        "input", "fc", "lif", "fc2", "lif2", "output") + chain("lif2", "fc3", "lif")))
    bad("sum", graph({**good, "fc2": node("Linear", weight=weights(3, 3))}, edges + chain("input", "fc2", "lif")))
    bad("late_sum", graph({**good, "fc2": affine, "wait": node("Delay", delay=0.002)}, edges + chain("input", "wait", "fc2", "lif")))
    bad("two_delays", graph({**good, "wait": node("Delay", delay=numpy.array([0.001, 0.002, 0.001]))}, chain(
        "input", "wait", "fc", "lif", "output")))
    bad("loop", graph({**good, "fc2": node("Linear", weight=weights(3, 2))}, edges + [["lif", "fc2"], ["fc2", "fc"]]))
    bad("sizes", fc=node("Linear", weight=weights(2, 4)))
    bad("neurons", lif=lif(3))
    bad("rank", fc=node("Linear", weight=ones(3)))
    bad("tau", lif=lif(2, tau=0.0))
    bad("fast", lif=lif(2, tau=0.0001))
    bad("delay", graph({**good, "wait": node("Delay", delay=ones(2, 0.0015))}, chain("input", "fc", "wait", "lif", "output")))
    bad("no_neuron", graph({k: good[k] for k in ("input", "fc", "output")}, chain("input", "fc", "output")))
    bad("twice", graph(good, edges + [["fc", "lif"]]))


if __name__ == "__main__":
    make_networks()
    make_recurrent()
    make_pictures()
    make_damaged()
