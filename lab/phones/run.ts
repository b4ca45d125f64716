// npm run check:phones: checks the packages for phones against the real ones, and compiles their Kotlin against stubs.
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isChipCommand } from '../../client/src/shell/shell.ts'
import { cacheFolder } from '../kit/folders.ts'
import { answerHelp } from '../kit/help.ts'
import { atMost, isMet, none, printTargets } from '../kit/targets.ts'

/** What the packages are checked with. They weigh 600 MB, so that they are in no lock of ours. */
const versions = {
  '@capacitor/core': '8.5.2',
  '@expo/app-integrity': '57.0.2',
  '@types/react': '19.2.14',
  expo: '57.0.26',
  'kotlin-compiler': '2.4.20',
  react: '19.2.3',
  'react-native': '0.86.3',
  'react-native-nfc-manager': '3.17.2',
  'react-native-webview': '16.0.0',
  typescript: '5.9.3',
}

answerHelp(`Installs the packages that apps for phones are made of into lab/results/cache/phones, and checks there: the types of
selfsame-react-native, selfsame-capacitor and their examples against them; the Kotlin against stubs of what it calls; which
commands it lets through to a chip, against the TypeScript; and how many lines a shell has. Swift and Dart are not compiled.

Needs the npm registry, 600 MB, and for Kotlin Java 17 (Debian: openjdk-17-jdk-headless).`)

const root = fileURLToPath(new URL('../../', import.meta.url))
const home = join(cacheFolder, 'phones')
const tree = join(home, 'tree')
const run = (program: string, words: readonly string[], cwd = home) =>
  spawnSync(program, words, { cwd, encoding: 'utf8', maxBuffer: 1e8 })

/** Where there are other versions than these, all are installed anew. */
function install(): void {
  const wanted = `${JSON.stringify({ private: true, dependencies: versions }, undefined, 2)}\n`
  const described = join(home, 'package.json')
  const done = join(home, 'node_modules/.package-lock.json')
  if (existsSync(done) && existsSync(described) && readFileSync(described, 'utf8') === wanted) return
  mkdirSync(home, { recursive: true })
  rmSync(join(home, 'package-lock.json'), { force: true })
  writeFileSync(described, wanted)
  const words = ['install', '--ignore-scripts', '--legacy-peer-deps', '--no-audit', '--no-fund']
  execFileSync('npm', words, { cwd: home, stdio: 'inherit' })
}

/** A copy below the cache: there the real packages are the nearest ones. */
function copyTree(): void {
  rmSync(tree, { recursive: true, force: true })
  for (const path of ['tsconfig.json', 'client/tsconfig.json', 'client/src'])
    cpSync(join(root, path), join(tree, path), { recursive: true })
  for (const path of ['client/react-native', 'client/capacitor', 'client/shells'])
    cpSync(join(root, path), join(tree, path), { recursive: true, filter: (one) => !/\/dist$/.test(one) })
}

function typeFaults(folder: string): string[] {
  const { stdout, stderr } = run(process.execPath, [
    'node_modules/typescript/bin/tsc',
    '-p',
    join(tree, folder),
  ])
  return `${stdout}${stderr}`.split('\n').filter((line) => line.includes('error'))
}

const stubs = join(home, 'stubs')
const classes = join(home, 'classes')
const compiler = join(home, 'node_modules/kotlin-compiler')

/** The stubs of Android are one text; Java wants a file for each class. */
function writeStubs(): void {
  const text = readFileSync(join(import.meta.dirname, 'android-stubs.txt'), 'utf8')
  rmSync(stubs, { recursive: true, force: true })
  for (const [, name = '', body = ''] of text.matchAll(/^= (\S+)\n([\s\S]*?)(?=^= |$(?![\s\S]))/gm)) {
    const file = join(stubs, `${name.replaceAll('.', '/')}.java`)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, `package ${name.slice(0, name.lastIndexOf('.'))};\n${body}`)
  }
}

/** Warnings count as faults: they are what a company sees first. */
function kotlinFaults(): string[] {
  writeStubs()
  rmSync(classes, { recursive: true, force: true })
  const java = globSync('**/*.java', { cwd: stubs }).map((file) => join(stubs, file))
  const stubbed = run('javac', ['-d', classes, ...java])
  if (stubbed.status !== 0) return [`stubs: ${stubbed.stderr ?? 'there is no javac'}`]
  const sources = globSync('client/**/*.kt', { cwd: tree }).map((file) => join(tree, file))
  const words = [
    '-cp',
    join(compiler, 'lib/kotlin-compiler.jar'),
    'org.jetbrains.kotlin.cli.jvm.K2JVMCompiler',
  ]
  const asked = ['-Werror', '-jvm-target', '17', '-no-reflect', '-cp', classes, '-d', classes]
  const { status, stderr } = run('java', [
    ...words,
    ...asked,
    join(import.meta.dirname, 'expo-stub.kt'),
    ...sources,
  ])
  return status === 0 ? [] : stderr.split('\n').filter((line) => /error|warning/.test(line))
}

/** Runs the compiled guard over every class and instruction, each with the right application and with others. */
function guardDifferences(): number {
  const selected = ['a0000002471001', 'a0000002471002', 'a000000003101000', 'a00000024710']
  const bodies = selected.flatMap((aid) => [`040c${(aid.length / 2).toString(16).padStart(2, '0')}${aid}`])
  const rests = [...bodies, '000c023f00', '04', '0400000007a0000002471001', '']
  const hex = (value: number) => value.toString(16).padStart(2, '0')
  const bytes = Array.from({ length: 256 }, (_, value) => value)
  const commands = bytes.flatMap((cla) =>
    bytes.flatMap((ins) => rests.map((rest) => `${hex(cla)}${hex(ins)}${rest}`)),
  )
  const program = join(home, 'Guard.java')
  writeFileSync(
    program,
    `public class Guard { public static void main(String[] words) throws Exception {
      var lines = new java.io.BufferedReader(new java.io.InputStreamReader(System.in));
      for (String line; (line = lines.readLine()) != null; )
        System.out.println(selfsame.shell.ChipCommandsKt.isChipCommand(java.util.HexFormat.of().parseHex(line)));
    } }`,
  )
  const path = `${classes}:${join(compiler, 'lib/kotlin-stdlib.jar')}`
  const input = commands.map((one) => `${one}\n`).join('')
  const said = execFileSync('java', ['-cp', path, program], {
    input,
    encoding: 'utf8',
    maxBuffer: 1e8,
  }).split('\n')
  return commands.filter((one, at) => String(isChipCommand(Buffer.from(one, 'hex'))) !== said[at]).length
}

/** Lines that do something: without imports, comments and empty ones. */
const linesOf = (shell: string): number =>
  globSync(`client/shells/${shell}/*`, { cwd: root })
    .flatMap((file) => readFileSync(join(root, file), 'utf8').split('\n'))
    .filter((line) => !/^\s*($|\/\/|\/\*\*|import |package |[})\]]+[;,]?$)/.test(line)).length

install()
copyTree()
const ofTypes = ['client/react-native', 'client/capacitor'].flatMap(typeFaults)
const ofKotlin = kotlinFaults()
for (const fault of [...ofTypes, ...ofKotlin]) console.error(fault)
console.log(
  `Checked with ${Object.entries(versions)
    .map((one) => one.join(' '))
    .join(', ')}.`,
)
const targets = [
  none('phones-type-faults', ofTypes.length),
  none('phones-kotlin-faults', ofKotlin.length),
  none('phones-guard-differences', ofKotlin.length > 0 ? 1 : guardDifferences()),
  ...['android', 'ios', 'flutter'].map((shell) => atMost(`phones-lines-${shell}`, linesOf(shell), 150)),
]
printTargets(targets)
process.exitCode = targets.every(isMet) ? 0 : 1
