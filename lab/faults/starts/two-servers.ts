// Starts two servers on one folder: the second is refused, the first does not notice, and a kill frees the folder at once.
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { openSandbox } from '../../../specimens/kit/engines/sandbox.ts'
import { startServer } from '../../kit/server.ts'
import { serve, type Templates } from './refused-start.ts'

export async function twoOnOneFolder(templates: Templates): Promise<Record<string, string[]>> {
  const sandbox = openSandbox('fault-two', 0)
  try {
    const data = join(sandbox.folder, 'data')
    cpSync(templates.data, data, { recursive: true })
    const variables = { SELFSAME_DATA: data, SELFSAME_WORKERS: '1' }
    const first = await startServer({ folder: sandbox.folder, variables })
    const answers: number[] = []
    let isOver = false
    const calling = (async () => {
      while (!isOver) answers.push((await fetch(`${first.url}/readyz`)).status)
    })()
    const second = await serve({ folder: sandbox.folder, variables })
    isOver = true
    await calling
    await first.kill()
    const third = await startServer({ folder: sandbox.folder, variables })
    const ready = (await fetch(`${third.url}/readyz`)).status
    await third.kill()
    const words = /Another Selfsame server is running on .*Stop it, or give this one its own SELFSAME_DATA/
    return {
      'the second of two servers on one folder': [
        ...(second.code === 1 ? [] : [`ended with ${second.code}`]),
        ...(words.test(second.said) ? [] : [`said ${second.said}`]),
      ],
      'the first of them meanwhile': [
        ...(answers.length > 0 && answers.every((status) => status === 200) ? [] : [`answered ${answers}`]),
        ...first.errors,
      ],
      'a start right after the first was killed': ready === 200 ? [] : [`answered ${ready}`],
    }
  } finally {
    await sandbox.close()
  }
}
