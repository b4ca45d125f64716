// Removes weights from the inputs of an ONNX graph, where they keep onnxruntime from treating them as constants.
import { DamagedFile } from './flatbuffer.ts'
import { fieldsOf, Message, type ProtobufField } from './protobuf.ts'

/** Field numbers of ONNX's messages: the model's, the graph's, and of the two things in it that have a name. */
const MODEL_IR_VERSION = 1
const MODEL_GRAPH = 7
const GRAPH_INITIALISER = 5
const GRAPH_INPUT = 11
const TENSOR_NAME = 8
const INPUT_NAME = 1

/** Before version 4 every weight had to be an input too; a file without them must say that it is newer. */
const firstVersionWithout = 4

/** All other fields are copied byte for byte. */
export function withoutInitialiserInputs(onnx: Uint8Array): Uint8Array {
  const model = new Message()
  let graphs = 0
  for (const field of fieldsOf(onnx)) {
    if (field.number === MODEL_GRAPH) {
      graphs++
      model.message(MODEL_GRAPH, withoutInputs(field.content))
    } else if (field.number === MODEL_IR_VERSION && (field.content[0] ?? 0) < firstVersionWithout) {
      model.integer(MODEL_IR_VERSION, firstVersionWithout)
    } else model.raw(field.whole)
  }
  if (graphs !== 1) throw new DamagedFile('this is not an ONNX file: it holds no graph')
  return model.finish()
}

function withoutInputs(graph: Uint8Array): Message {
  const fields = [...fieldsOf(graph)]
  const weights = new Set(
    fields.filter(({ number }) => number === GRAPH_INITIALISER).map((field) => nameIn(field, TENSOR_NAME)),
  )
  const message = new Message()
  for (const field of fields)
    if (field.number !== GRAPH_INPUT || !weights.has(nameIn(field, INPUT_NAME))) message.raw(field.whole)
  return message
}

function nameIn({ content }: ProtobufField, nameField: number): string {
  for (const { number, content: name } of fieldsOf(content))
    if (number === nameField) return new TextDecoder().decode(name)
  throw new DamagedFile('the ONNX file is damaged: it holds a tensor or an input without a name')
}
