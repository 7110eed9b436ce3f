/** All checks of `npm run doctor`, by the settings of an environment. A check that fails hides no other. */
import { ConfigInvalid, parseConfig } from '#app/config.server.ts'
import { type Finding, findingsAbout } from '#app/ops/domain/finding.ts'
import { checkClocks } from './clocks.ts'
import { checksOfDatabase, checksOfRows } from './database.ts'
import { checksOfLedgers } from './ledgers.ts'
import { check } from './look.ts'
import { checkMailDomain } from './mail-domain.ts'
import { checksOfProcesses } from './processes.ts'
import { checksOfServices } from './services.ts'
import { findInSettings, isForReal } from './settings.ts'
import { checkWeb } from './web.ts'

export async function examine(
  env: Record<string, string | undefined>,
  { sendMailTo = null }: { sendMailTo?: string | null } = {},
): Promise<Finding[]> {
  const config = readSettings(env)
  if (Array.isArray(config)) {
    const { note } = findingsAbout('settings')
    const url = env.DATABASE_URL
    const found = url ? await check(checksOfDatabase(url)) : []
    return [...config, ...found, note('The rest is looked at when the settings can be read.')]
  }
  const { payoutLimits } = config
  const secondOperator = Object.values(payoutLimits).some((limit) => limit !== null)
  const looks = [
    ...checksOfDatabase(config.databaseUrl),
    ...checksOfRows(config.databaseUrl, { secondOperator }),
    checkClocks(config),
    ...checksOfProcesses(config),
    ...checksOfLedgers(config),
    ...checksOfServices(config, { sendMailTo }),
    checkMailDomain({ from: config.mail.from, isReal: isForReal(config) }),
    checkWeb(config),
  ]
  return [...findInSettings(config), ...(await check(looks))]
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
