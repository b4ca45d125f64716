// selfsame specimen: draws people and documents that do not exist, where the sources that draw them are installed.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { CommandError } from './terminal.ts'

const HOUSE = new URL('../../', import.meta.url)
/** What draws documents: letters, codes, PDF, and one of the typefaces for all of them. */
const PACKAGES = ['fontkit', 'bwip-js', 'pdfkit', '@expo-google-fonts/roboto']

/** In a process of its own: what only development needs stays out of the server's sources. */
export async function drawSpecimen(words: readonly string[], house: URL = HOUSE): Promise<number> {
  const program = new URL('specimens/run.ts', house)
  if (!existsSync(program)) {
    throw new CommandError(
      'This installation has no specimens/ folder: containers leave it out. Run the command in a checkout of the repository.',
    )
  }
  const missing = PACKAGES.filter((name) => !existsSync(new URL(`node_modules/${name}`, house)))
  if (missing.length > 0) {
    throw new CommandError(
      `Specimens are drawn with packages that are for development only, and these are not installed: ${missing.join(', ')}. Run npm ci without --omit=dev.`,
    )
  }
  const child = spawn(process.execPath, [fileURLToPath(program), ...words], { stdio: 'inherit' })
  const [code] = (await once(child, 'exit')) as [number | null]
  return code ?? 1
}
