// Reads both sides of an identity card: node document.ts front.jpg back.jpg
import { readFile } from 'node:fs/promises'
import { client } from './connect.ts'

const [front = 'front.jpg', back = 'back.jpg'] = process.argv.slice(2)

const created = await client.createDocument({ attachment: { content: await readFile(front), name: front } })
if (created.recognized_data.result_code !== 200) throw new Error(created.recognized_data.message)

const whole = await client.attachToDocument(created.id, { content: await readFile(back), name: back })
const { id, name, birthday, warning, source } = whole.recognized_data
console.log({ id, name, birthday, warning, said: source.name })
