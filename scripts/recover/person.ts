/** The person at the terminal: asked for a key, which is not shown, and for a yes. */
import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'

export type Person = {
  say(words: string): void
  askSecret(question: string): Promise<string>
  ask(question: string): Promise<string>
  close(): void
}

export function personAtTerminal(): Person {
  let isShown = true
  const output = new Writable({
    write(chunk, _encoding, done) {
      if (isShown) process.stdout.write(chunk)
      done()
    },
  })
  const lines = createInterface({ input: process.stdin, output, terminal: process.stdin.isTTY === true })
  const waiting: ((line: string) => void)[] = []
  const typed: string[] = []
  lines.on('line', (line) => {
    const next = waiting.shift()
    if (next === undefined) typed.push(line)
    else next(line)
  })
  // Input ended: questions that wait get an empty answer, which means no.
  lines.on('close', () => {
    for (const next of waiting.splice(0)) next('')
  })
  function nextLine(): Promise<string> {
    const ready = typed.shift()
    return ready === undefined ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve(ready)
  }
  return {
    say: (words) => console.log(words),
    async ask(question) {
      process.stdout.write(question)
      return (await nextLine()).trim()
    },
    async askSecret(question) {
      process.stdout.write(question)
      isShown = false
      try {
        return (await nextLine()).trim()
      } finally {
        isShown = true
        process.stdout.write('\n')
      }
    },
    close: () => lines.close(),
  }
}
