// Prints the help of a program and ends it when --help is given.

export function answerHelp(text: string): void {
  if (!process.argv.slice(2).some((word) => word === '--help' || word === '-h')) return
  console.log(text)
  process.exit()
}

/** The last line of the help of programs that keep nothing but converted networks. */
export const writesCacheOnly =
  'Writes nothing in the checkout but converted networks, to node_modules/.cache.'
