// Reads a TFLite file into tensors and operators, with names instead of the numbers of the schema.
import { DamagedFile, rootTable, type Table } from './flatbuffer.ts'
import { customOperator, type ElementType, elementTypes, operatorNames, optionFields } from './schema.ts'

export interface Quantisation {
  readonly scales: readonly number[]
  readonly zeroPoints: readonly number[]
  /** The axis along which scales differ, when there is more than one. */
  readonly axis: number
}

export interface Tensor {
  readonly name: string
  readonly shape: readonly number[]
  readonly type: ElementType | undefined
  /** Bytes of the file; undefined for a tensor that is computed. */
  readonly bytes: Uint8Array | undefined
  readonly quantisation: Quantisation | undefined
}

export interface Operator {
  readonly name: string
  /** Tensors by number; -1 for an input that is left out. */
  readonly inputs: readonly number[]
  readonly outputs: readonly number[]
  readonly options: Readonly<Record<string, number>>
  readonly lists: Readonly<Record<string, readonly number[]>>
}

export interface TfliteNetwork {
  readonly tensors: readonly Tensor[]
  readonly operators: readonly Operator[]
  readonly inputs: readonly number[]
  readonly outputs: readonly number[]
}

export function readNetwork(bytes: Uint8Array): TfliteNetwork {
  const model = rootTable(bytes, 'TFL3')
  const graphs = model.tables(2)
  const graph = graphs[0]
  if (!graph || graphs.length !== 1)
    throw new DamagedFile(`the file holds ${graphs.length} graphs; only files with one can be converted`)
  const buffers = model.tables(4)
  const names = model.tables(1).map(operatorName)
  const tensors = graph.tables(0).map((tensor) => readTensor(tensor, buffers))
  const within = (indices: readonly number[], lowest: number): readonly number[] => {
    if (indices.some((index) => index < lowest || index >= tensors.length))
      throw new DamagedFile('the file is damaged: it names a tensor that it does not hold')
    return indices
  }
  return {
    tensors,
    inputs: within(graph.scalars(1, 'int32'), 0),
    outputs: within(graph.scalars(2, 'int32'), 0),
    operators: graph.tables(3).map((operator) => {
      const name = names[operator.scalar(0, 'uint32')]
      if (name === undefined)
        throw new DamagedFile('the file is damaged: it names an operator it does not list')
      return {
        name,
        inputs: within(operator.scalars(1, 'int32'), -1),
        outputs: within(operator.scalars(2, 'int32'), 0),
        ...readOptions(name, operator.table(4)),
      }
    }),
  }
}

/** The number had one byte at first and moved to a larger field later; files hold either or both. */
function operatorName(code: Table): string {
  const number = Math.max(code.scalar(0, 'int8'), code.scalar(3, 'int32'))
  const name = operatorNames[number] ?? `number ${number}`
  return name === customOperator ? `custom operator ${code.text(1)}` : name
}

function readTensor(tensor: Table, buffers: readonly Table[]): Tensor {
  const name = tensor.text(3)
  const buffer = buffers[tensor.scalar(2, 'uint32')]
  if (!buffer) throw new DamagedFile(`the file is damaged: tensor ${name} lies in a buffer that is not there`)
  const bytes = buffer.bytes(0)
  if (bytes.length > 0 && tensor.table(6)) throw new Error(`tensor ${name} is stored sparsely`)
  const type: Readonly<Record<number, ElementType>> = elementTypes
  return {
    name,
    shape: tensor.scalars(0, 'int32'),
    type: type[tensor.scalar(1, 'int8')],
    bytes: bytes.length > 0 ? bytes : undefined,
    quantisation: readQuantisation(tensor.table(4)),
  }
}

function readQuantisation(table: Table | undefined): Quantisation | undefined {
  const scales = table?.scalars(2, 'float32') ?? []
  if (!table || scales.length === 0) return undefined
  return { scales, zeroPoints: table.scalars(3, 'int64'), axis: table.scalar(6, 'int32') }
}

function readOptions(operator: string, table: Table | undefined): Pick<Operator, 'options' | 'lists'> {
  const options: Record<string, number> = {}
  const lists: Record<string, readonly number[]> = {}
  for (const [option, [field, kind, otherwise]] of Object.entries(optionFields[operator] ?? {})) {
    if (kind === 'list') lists[option] = table?.scalars(field, 'int32') ?? []
    else options[option] = table?.scalar(field, kind, otherwise) ?? otherwise ?? 0
  }
  return { options, lists }
}
