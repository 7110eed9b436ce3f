/** Runs the harbour as a separate process: `node harbour/main.ts`. */
import { fstatSync } from 'node:fs'
import { z } from 'zod'
import { startHarbour } from '#harbour/harbour.ts'

const SettingsSchema = z.object({
  HARBOUR_PORT: z.coerce.number().int().min(1).max(65_531).default(3100),
  HARBOUR_LEDGER_MS: z.coerce.number().int().min(50).max(60_000).default(1000),
  DATA_DIR: z.string().min(1).default('data'),
  /** Origin of the app, which receives the delivery events of its emails. */
  PUBLIC_ORIGIN: z.url({ protocol: /^https?$/ }).optional(),
})

async function main(): Promise<void> {
  const settings = SettingsSchema.safeParse(process.env)
  if (!settings.success) return fail(`The harbour's settings are wrong.\n${z.prettifyError(settings.error)}`)
  const { HARBOUR_PORT: port, HARBOUR_LEDGER_MS: ledgerMs, DATA_DIR: dataDir, PUBLIC_ORIGIN: origin } = settings.data
  const webhookUrl = origin === undefined ? null : new URL('/mail/events', origin).href

  const harbour = await startHarbour({ port, ledgerMs, dataDir, webhookUrl }).catch((error: unknown) => {
    fail(sentenceFor(error, { port, dataDir }))
  })
  if (harbour === undefined) return

  let isClosing = false
  const stop = () => {
    if (isClosing) return
    isClosing = true
    harbour.close().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error)
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  whenParentIsGone(stop)
  console.log(`Harbour ready: wallet ${harbour.origin}/ inbox ${harbour.origin}/inbox weather ${harbour.origin}/faults`)
}

/** A killed parent sends no signal, but its end of the pipe closes. A terminal or /dev/null is no parent. */
function whenParentIsGone(stop: () => void): void {
  process.on('disconnect', stop)
  const stdin = fstatSync(0, { throwIfNoEntry: false })
  if (stdin === undefined || !(stdin.isFIFO() || stdin.isSocket())) return
  process.stdin.on('close', stop)
  process.stdin.resume()
}

function sentenceFor(error: unknown, at: { port: number; dataDir: string }): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE') {
    return `The harbour needs the ports ${at.port} to ${at.port + 4} and one of them is taken. Set HARBOUR_PORT to another first port.`
  }
  if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM') {
    return `The harbour cannot write to ${at.dataDir}/harbour. Set DATA_DIR to a folder that you may write to.`
  }
  return `The harbour did not start: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`
}

function fail(sentence: string): void {
  console.error(sentence)
  process.exitCode = 1
}

await main()
