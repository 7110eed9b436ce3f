/**
 * PostgreSQL refuses to run as root. A root user's server runs as the system user `postgres`, which is created if
 * missing and may need access to a project inside a folder that only root can enter (/root, mktemp -d).
 */
import { execFile } from 'node:child_process'
import { chown, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { reasonOf, StartupProblem } from './problems.ts'

const run = promisify(execFile)
const ACCOUNT = 'postgres'

/** How to start PostgreSQL's programs: directly, or through a command that drops root first. */
export type Launch = { command: string[]; uid?: number; gid?: number }

type Account = { uid: number; gid: number }

/**
 * Decides how to launch programs that use these paths, and changes the owner of `owned`. Throws StartupProblem when
 * root's rights cannot be dropped.
 */
export async function planLaunch(paths: { programs: string; owned: [string, ...string[]] }): Promise<Launch> {
  if (process.getuid?.() !== 0) return { command: [] }
  const account = await findOrCreateAccount()
  const folder = dirname(paths.owned[0])
  for (const path of paths.owned) await chown(path, account.uid, account.gid)
  const reachable = (await canEnter(account, paths.programs)) && (await canEnter(account, folder))
  return reachable ? { command: [], ...account } : { command: await enterAnyFolder(account, folder) }
}

async function findOrCreateAccount(): Promise<Account> {
  const found = await findAccount()
  if (found) return found
  try {
    await run('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', ACCOUNT])
  } catch (error) {
    throw new StartupProblem(
      `PostgreSQL does not run as root and the system user ${ACCOUNT} could not be created (${reasonOf(error).trim()}): start Quayside as another user.`,
    )
  }
  const created = await findAccount()
  if (!created)
    throw new StartupProblem(
      `The system user ${ACCOUNT} was created but cannot be found: start Quayside as another user.`,
    )
  return created
}

async function findAccount(): Promise<Account | undefined> {
  try {
    const [uid, gid] = await Promise.all(['-u', '-g'].map((flag) => run('id', [flag, ACCOUNT])))
    return uid && gid ? { uid: Number(uid.stdout), gid: Number(gid.stdout) } : undefined
  } catch (error) {
    // `id` exits with 1 for an unknown user; anything else (no `id` at all) is a real problem.
    if (error instanceof Error && 'code' in error && error.code === 1) return undefined
    throw error
  }
}

async function canEnter(account: Account, folder: string): Promise<boolean> {
  const { mode, uid, gid } = await stat(folder)
  const entry = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001
  if ((mode & entry) === 0) return false
  const parent = dirname(folder)
  return parent === folder || (await canEnter(account, parent))
}

/**
 * setpriv (util-linux, on every common Linux) changes the user but keeps one right of root: to enter closed folders.
 * The secure bit makes access(2) honour it too, with which PostgreSQL checks its own programs.
 */
async function enterAnyFolder(account: Account, folder: string): Promise<string[]> {
  const rights = '-all,+dac_override'
  const command = [
    'setpriv',
    `--reuid=${account.uid}`,
    `--regid=${account.gid}`,
    '--clear-groups',
    '--securebits=+no_setuid_fixup',
    `--inh-caps=${rights}`,
    `--ambient-caps=${rights}`,
    `--bounding-set=${rights}`,
    '--',
  ]
  const [program = '', ...args] = command
  try {
    await run(program, [...args, 'true'])
  } catch {
    throw new StartupProblem(
      `PostgreSQL does not run as root and its user ${ACCOUNT} cannot enter ${folder}: move the project, or DATA_DIR, to a folder that everybody may enter, or start Quayside as another user.`,
    )
  }
  return command
}
