# Turns convolutions at the front of an ONNX network, and products with learnt matrices, to half precision: twice as fast where a machine has it, the same where not.
import numpy as np
from onnx import TensorProto, helper, numpy_helper

SHAPELESS = ("Relu", "MaxPool", "AveragePool")


def halve_products(model):
    """Products with learnt matrices in half precision, everything between them in float."""
    graph = model.graph
    weights, nodes, cast = {tensor.name: tensor for tensor in graph.initializer}, [], set()
    for node in list(graph.node):
        learnt = node.op_type == "MatMul" and node.input[1] in weights
        if learnt:
            matrix, source, result = weights[node.input[1]], node.input[0], node.output[0]
            if matrix.data_type == TensorProto.FLOAT:
                matrix.CopyFrom(numpy_helper.from_array(numpy_helper.to_array(matrix).astype(np.float16), matrix.name))
            if source not in cast:
                nodes.append(helper.make_node("Cast", [source], [f"{source}_as_half"], to=TensorProto.FLOAT16))
                cast.add(source)
            node.input[0], node.output[0] = f"{source}_as_half", f"{result}_as_half"
        nodes.append(node)
        if learnt:
            nodes.append(helper.make_node("Cast", [f"{result}_as_half"], [result], to=TensorProto.FLOAT))
    del graph.node[:]
    graph.node.extend(nodes)
    del graph.value_info[:]
    return model


def halve_front(model):
    """Every node reached from the input through nothing but 2-d convolutions and what keeps their shape; the rest stays in float."""
    graph = model.graph
    weights = {tensor.name: tensor for tensor in graph.initializer}
    # The exporter shares equal weights through Identity nodes; each convolution must own its own.
    for node in [n for n in graph.node if n.op_type == "Identity" and n.input[0] in weights]:
        graph.initializer.append(numpy_helper.from_array(numpy_helper.to_array(weights[node.input[0]]), node.output[0]))
        weights[node.output[0]] = graph.initializer[-1]
        graph.node.remove(node)
    source = graph.input[0].name
    half, nodes, back = {source}, [helper.make_node("Cast", [source], [f"{source}_half"], to=TensorProto.FLOAT16)], set()
    for node in list(graph.node):
        image = len(node.input) > 0 and node.input[0] in half
        front = image and (node.op_type in SHAPELESS or (node.op_type == "Conv" and len(weights[node.input[1]].dims) == 4))
        if front:
            half.update(node.output)
            for place, name in enumerate(node.input):
                if name == source:
                    node.input[place] = f"{source}_half"
                elif name in weights and weights[name].data_type == TensorProto.FLOAT:
                    weights[name].CopyFrom(numpy_helper.from_array(numpy_helper.to_array(weights[name]).astype(np.float16), name))
        else:
            for place, name in enumerate(node.input):
                if name in half and name != source:
                    if name not in back:
                        nodes.append(helper.make_node("Cast", [name], [f"{name}_float"], to=TensorProto.FLOAT))
                        back.add(name)
                    node.input[place] = f"{name}_float"
        nodes.append(node)
    # An output of the network that came out half is cast back under its own name.
    for output in graph.output:
        if output.name in half:
            for node in nodes:
                for place, name in enumerate(node.output):
                    if name == output.name:
                        node.output[place] = f"{name}_half"
                for place, name in enumerate(node.input):
                    if name == output.name:
                        node.input[place] = f"{name}_half"
            nodes.append(helper.make_node("Cast", [f"{output.name}_half"], [output.name], to=TensorProto.FLOAT))
    del graph.node[:]
    graph.node.extend(nodes)
    del graph.value_info[:]
    return model
