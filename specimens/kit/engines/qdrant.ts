// Starts a private Qdrant in a temporary folder, which can be killed like a power cut and started again.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { killProcessesIn } from './processes.ts'
import { qdrantProgram } from './qdrant-program.ts'
import { freePort, openSandbox } from './sandbox.ts'
import { pausingIn, type Stoppable } from './stoppable.ts'

export { qdrantEmulated, qdrantInstall, qdrantInstalled } from './qdrant-program.ts'

export type Qdrant = Stoppable & {
  url: string
  stop(): Promise<void>
}

export async function startQdrant(): Promise<Qdrant> {
  const { program, args } = await qdrantProgram()
  const sandbox = openSandbox('qdrant', 0)
  try {
    const port = await freePort()
    const url = `http://127.0.0.1:${port}`
    const config = join(sandbox.folder, 'qdrant.yaml')
    writeFileSync(config, configuration(sandbox.folder, port))
    const begin = async () => {
      const child = sandbox.start(program, [...args, '--config-path', config, '--disable-telemetry'])
      await sandbox.untilReady(child, async () => {
        const { ok } = await fetch(`${url}/readyz`)
        if (!ok) throw new Error('not ready')
      })
    }
    const kill = () => killProcessesIn(sandbox.folder)
    await begin()
    return {
      url,
      stop: () => sandbox.close(),
      ...pausingIn(sandbox.folder),
      kill,
      async restart() {
        kill()
        await begin()
      },
    }
  } catch (error) {
    await sandbox.close()
    throw error
  }
}

/** The server is reachable from this machine only, and small: a log of 1 MB per collection where 32 MB are usual. */
function configuration(folder: string, port: number): string {
  return `
log_level: WARN
storage:
  storage_path: ${folder}/storage
  snapshots_path: ${folder}/snapshots
  temp_path: ${folder}/temp
  wal:
    wal_capacity_mb: 1
    wal_segments_ahead: 0
  optimizers:
    default_segment_number: 1
  performance:
    max_search_threads: 2
service:
  host: 127.0.0.1
  http_port: ${port}
  grpc_port: null
  enable_static_content: false
`
}
