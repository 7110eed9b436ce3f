/** The report of `npm run bench:pages`: on the screen, and in docs/performance.md with a chart. */
import { readFile, writeFile } from 'node:fs/promises'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { ROOT } from '../build.ts'

export type Measured = {
  name: string
  goal: number | null
  /** Pages a second, and pages per second of CPU, relative to the bare page. */
  ratio: number
  cpuRatio: number
  pagesPerSecond: number
  medianMs: number
  p99Ms: number
  cpuMs: number
  rssMb: number
  htmlBytes: number
  scriptBytes: number
}
export type Started = { bareMs: number; ownMs: number; ratio: number }
export type Report = {
  measured: Measured[]
  started: Started
  memory: { atRest: { bare: number; own: number; worker: number }; underLoad: { bare: number; own: number } }
}

const FILE = join(ROOT, 'docs', 'performance.md')
const CHART = join(ROOT, 'docs', 'charts', 'pages.svg')

export function tellOnScreen({ measured, started, memory }: Report): string {
  return [pagesTable(measured), '', startTable(started), '', memoryTable(memory)].join('\n')
}

/** Replaces the text between the marks of each table; people write the rest of the file. */
export async function writeReport({ measured, started, memory }: Report): Promise<void> {
  let text = await readFile(FILE, 'utf8')
  const parts = {
    pages: pagesTable(measured),
    start: startTable(started),
    memory: memoryTable(memory),
    machine: machine(),
  }
  for (const [name, table] of Object.entries(parts)) text = replacePart(text, { name, table })
  await writeFile(FILE, text)
  await writeFile(CHART, chart(measured))
}

function replacePart(text: string, { name, table }: { name: string; table: string }): string {
  const [begin, end] = [`<!-- bench:${name} -->`, `<!-- /bench:${name} -->`]
  const [from, to] = [text.indexOf(begin), text.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`docs/performance.md has no place for “${name}”.`)
  return `${text.slice(0, from + begin.length)}\n${table}\n${text.slice(to)}`
}

function pagesTable(measured: Measured[]): string {
  const rows = measured.map((row) => [
    row.name,
    row.ratio.toFixed(2),
    row.cpuRatio.toFixed(2),
    row.goal === null ? '' : row.goal.toFixed(1),
    row.pagesPerSecond.toFixed(0),
    row.medianMs.toFixed(0),
    row.p99Ms.toFixed(0),
    row.cpuMs.toFixed(2),
    (row.htmlBytes / 1000).toFixed(1),
    (row.scriptBytes / 1000).toFixed(1),
  ])
  const head = [
    'page',
    'ratio',
    'by CPU',
    'goal',
    'pages/s',
    'median ms',
    'p99 ms',
    'CPU ms a page',
    'HTML kB',
    'JavaScript kB gz',
  ]
  return table(head, rows)
}

function startTable({ bareMs, ownMs, ratio }: Started): string {
  return table(
    ['', 'bare', 'web', 'ratio'],
    [['first page after, ms', bareMs.toFixed(0), ownMs.toFixed(0), ratio.toFixed(2)]],
  )
}

function memoryTable({ atRest, underLoad }: Report['memory']): string {
  const mb = (value: number) => value.toFixed(0)
  return table(
    ['RSS, MB', 'bare', 'web', 'web / bare', 'worker'],
    [
      ['at rest', mb(atRest.bare), mb(atRest.own), (atRest.own / atRest.bare).toFixed(2), mb(atRest.worker)],
      ['under load', mb(underLoad.bare), mb(underLoad.own), (underLoad.own / underLoad.bare).toFixed(2), ''],
    ],
  )
}

function table(head: string[], rows: string[][]): string {
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n')
}

function machine(): string {
  const [first] = cpus()
  const memory = Math.round(totalmem() / 1024 ** 3)
  return `${cpus().length} cores (${first?.model.trim() ?? 'unknown'}), ${memory} GB, Node ${process.versions.node}.`
}

const BAR = { left: 90, width: 420, height: 18, gap: 8 }

/** A bar for each page, as long as its ratio, with a line at its goal. */
function chart(measured: Measured[]): string {
  const longest = Math.max(1.2, ...measured.map(({ ratio }) => ratio))
  const length = (ratio: number) => Math.round((ratio / longest) * BAR.width)
  const bars = measured.map(({ name, ratio, goal }, at) => {
    const y = 10 + at * (BAR.height + BAR.gap)
    const x = goal === null ? null : BAR.left + length(goal)
    const mark = x === null ? '' : `<path d="M${x} ${y - 3}v${BAR.height + 6}" stroke="#b4442a" stroke-width="2"/>`
    const bar = `<rect x="${BAR.left}" y="${y}" width="${length(ratio)}" height="${BAR.height}" fill="#0d1b45"/>`
    const name_ = `<text x="${BAR.left - 8}" y="${y + 13}" text-anchor="end">${name}</text>`
    return `${name_}${bar}${mark}<text x="${BAR.left + length(ratio) + 8}" y="${y + 13}">${ratio.toFixed(2)}</text>`
  })
  const size = { width: BAR.left + BAR.width + 60, height: 20 + measured.length * (BAR.height + BAR.gap) }
  const style = 'font-family="sans-serif" font-size="13" fill="#333"'
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.width} ${size.height}" ${style}><title>Pages a second, the bare page being 1; the red lines are the goals</title><rect width="100%" height="100%" fill="#fff"/>${bars.join('')}</svg>\n`
}
