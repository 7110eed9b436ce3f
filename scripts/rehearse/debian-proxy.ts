/** nginx and Caddy with the settings of docs/proxies.md, with the paths and ports of a rehearsal. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { delimiter, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { ROOT } from '../build.ts'
import { StartupProblem } from '../launcher/problems.ts'
import type { Certificate } from './certificate.ts'
import type { TlsProxy } from './node-proxy.ts'

export type DebianProxy = 'nginx' | 'caddy'

const GUIDE = join(ROOT, 'docs', 'proxies.md')
const START_LIMIT_MS = 20_000

type At = { folder: string; port: number; upstreams: [number, number]; certificate: Certificate }

export async function startDebianProxy(kind: DebianProxy, at: At): Promise<TlsProxy> {
  const program = findProgram(kind)
  if (program === null) throw new StartupProblem(`${kind} is not installed: apt-get install ${kind}`)
  const folder = join(at.folder, kind)
  await mkdir(folder, { recursive: true })
  const file = join(folder, kind === 'nginx' ? 'nginx.conf' : 'Caddyfile')
  await writeFile(file, await SETTINGS_OF[kind]({ ...at, folder }))
  const child = spawn(program, ARGUMENTS_OF[kind]({ file, folder }), {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder, HOME: folder },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece) => (said += String(piece)))
  for (const deadline = Date.now() + START_LIMIT_MS; !(await isOpen(at.port)); await delay(50)) {
    if (child.exitCode !== null || Date.now() > deadline) throw new StartupProblem(`${kind} did not start:\n${said}`)
  }
  return {
    addressHeader: kind === 'nginx' ? 'X-Real-IP' : 'X-Forwarded-For',
    async close() {
      if (child.exitCode !== null) return
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

/** Finds a system program, also in folders that only root's PATH has. */
export function findProgram(name: string): string | null {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/bin', '/usr/bin']
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path)) ?? null
}

const ARGUMENTS_OF: Record<DebianProxy, (at: { file: string; folder: string }) => string[]> = {
  nginx: ({ file, folder }) => ['-p', folder, '-c', file, '-e', 'stderr', '-g', 'daemon off;'],
  caddy: ({ file }) => ['run', '--config', file, '--adapter', 'caddyfile'],
}

const SETTINGS_OF: Record<DebianProxy, (at: At) => Promise<string>> = {
  async nginx(at) {
    const lines = await linesOf('nginx', [
      ['listen 443 ssl;', `listen 127.0.0.1:${at.port} ssl;`],
      // Only root may listen on port 80; it only redirects.
      ['listen 80;', `listen 127.0.0.1:${at.port + 1};`],
      ['/etc/ssl/quayside.example.pem', at.certificate.certFile],
      ['/etc/ssl/quayside.example.key', at.certificate.keyFile],
      ...upstreams(at),
    ])
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${at.folder}/${name};`,
    )
    // Started by root, nginx would drop the right to the folder of this rehearsal.
    const user = process.getuid?.() === 0 ? 'user root;\n' : ''
    return `${user}pid ${at.folder}/nginx.pid;\nevents {}\nhttp {\naccess_log off;\n${temporary.join('\n')}\n${lines}\n}\n`
  },
  async caddy(at) {
    const { certFile, keyFile } = at.certificate
    const lines = await linesOf('caddy', [
      ['quayside.example {', `https://127.0.0.1:${at.port} {\n  bind 127.0.0.1\n  tls ${certFile} ${keyFile}`],
      ...upstreams(at),
    ])
    return `{\n  admin off\n  auto_https disable_redirects\n}\n${lines}\n`
  },
}

const upstreams = ({ upstreams: [first, second] }: At): [string, string][] => [
  ['127.0.0.1:3001', `127.0.0.1:${first}`],
  ['127.0.0.1:3002', `127.0.0.1:${second}`],
]

/** Returns the guide's example with other paths. Throws when the guide no longer has one of them. */
async function linesOf(language: DebianProxy, places: [string, string][]): Promise<string> {
  const guide = await readFile(GUIDE, 'utf8')
  const [, lines] = new RegExp(`\`\`\`${language}\\n([^]*?)\\n\`\`\``).exec(guide) ?? []
  if (lines === undefined) throw new StartupProblem(`${GUIDE} has no example for ${language}.`)
  return places.reduce((text, [written, here]) => {
    if (!text.includes(written)) throw new StartupProblem(`The example for ${language} in ${GUIDE} lacks “${written}”.`)
    return text.replaceAll(written, here)
  }, lines)
}

async function isOpen(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
