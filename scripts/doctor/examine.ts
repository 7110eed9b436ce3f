/** All checks of `npm run doctor`, by the settings of an environment. A check that fails hides no other. */
import { ConfigInvalid, parseConfig } from '#app/config.server.ts'
import { type Finding, findingsAbout } from '#app/ops/domain/finding.ts'
import { lookAtClocks } from './clocks.ts'
import { looksAtDatabase, looksAtRows } from './database.ts'
import { looksAtLedgers } from './ledgers.ts'
import { lookAt } from './look.ts'
import { lookAtMailDomain } from './mail-domain.ts'
import { looksAtProcesses } from './processes.ts'
import { looksAtServices } from './services.ts'
import { findInSettings, isForReal } from './settings.ts'
import { lookAtWeb } from './web.ts'

export async function examine(
  env: Record<string, string | undefined>,
  { sendMailTo = null }: { sendMailTo?: string | null } = {},
): Promise<Finding[]> {
  const config = readSettings(env)
  if (Array.isArray(config)) {
    const { note } = findingsAbout('settings')
    const url = env.DATABASE_URL
    const found = url ? await lookAt(looksAtDatabase(url)) : []
    return [...config, ...found, note('The rest is looked at when the settings can be read.')]
  }
  const { payoutLimits } = config
  const secondOperator = Object.values(payoutLimits).some((limit) => limit !== null)
  const looks = [
    ...looksAtDatabase(config.databaseUrl),
    ...looksAtRows(config.databaseUrl, { secondOperator }),
    lookAtClocks(config),
    ...looksAtProcesses(config),
    ...looksAtLedgers(config),
    ...looksAtServices(config, { sendMailTo }),
    lookAtMailDomain({ from: config.mail.from, isReal: isForReal(config) }),
    lookAtWeb(config),
  ]
  return [...findInSettings(config), ...(await lookAt(looks))]
}

function readSettings(env: Record<string, string | undefined>): ReturnType<typeof parseConfig> | Finding[] {
  try {
    return parseConfig(env)
  } catch (error) {
    if (!(error instanceof ConfigInvalid)) throw error
    const { mend } = findingsAbout('settings')
    return error.complaints.map(mend)
  }
}
