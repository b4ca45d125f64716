// Lays out the packages for phones: their scripts without types, and the sources of the shells that they carry.
import { execFileSync } from 'node:child_process'
import { cpSync, globSync } from 'node:fs'
import { basename, join } from 'node:path'

interface PhonePackage {
  readonly name: string
  /** What it takes from client/shells, and where apps compile it. */
  readonly shells: readonly { readonly from: string; readonly to: string }[]
}

const kotlin = 'android/src/main/java/selfsame/shell'

export const phonePackages: readonly PhonePackage[] = [
  { name: 'react-native', shells: [{ from: 'android/ShellKeys.kt', to: kotlin }] },
  {
    name: 'capacitor',
    shells: [
      { from: 'android/*.kt', to: kotlin },
      { from: 'ios/*.swift', to: 'ios/Sources' },
    ],
  },
]

/** Gives the folder that `npm pack` takes. Types are not checked here, for which the packages of phones would be needed. */
export function layOutPhonePackage(root: string, { name, shells }: PhonePackage, folder: string): string {
  const from = join(root, 'client', name)
  for (const path of globSync('*', { cwd: from, exclude: ['src', 'example', 'dist', 'tsconfig*'] }))
    cpSync(join(from, path), join(folder, path), { recursive: true })
  cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'))
  const compiler = join(root, 'node_modules/.bin/tsc')
  execFileSync(compiler, ['-p', join(from, 'tsconfig.build.json'), '--outDir', join(folder, 'dist')])
  for (const shell of shells)
    for (const path of globSync(join(root, 'client/shells', shell.from)))
      cpSync(path, join(folder, shell.to, basename(path)))
  return folder
}
