/** Sizes (in points, 72 to the inch), colours and type of PDFs: look/README.md, on paper. */
import type { Face } from './fonts.server.ts'

export const PAGE = { width: 595.28, height: 841.89, left: 50, right: 545.28, top: 48, bottom: 776, foot: 800 }
export const FULL_WIDTH = PAGE.right - PAGE.left
/** Where later pages begin, below their running head. */
export const NEXT_TOP = 72
export const RUNNING_HEAD = 40
/** Of the columns of facts. */
export const LABEL_WIDTH = 128
export const VALUE_START = PAGE.left + LABEL_WIDTH + 12

export const INK = {
  text: '#0d1b45',
  muted: '#4b5778',
  line: '#d6dde9',
  link: '#2d3e86',
  brass: '#d9a441',
  paper: '#ffffff',
  final: { ground: '#def1ec', text: '#0a5c4f' },
  interim: { ground: '#fcf0d6', text: '#744600' },
}

/** Extra line height for scripts with stacked marks, or whose characters fill their square. */
const LEADING: Readonly<Record<string, number>> = { fa: 1.2, th: 1.2, zh: 1.12 }

/** The leading of a style, for the letters of a language (BCP 47). */
export function leadingFor({ leading }: Style, language: string): number {
  return Math.round(leading * (LEADING[language] ?? 1) * 4) / 4
}

export type Style = { face: Face; size: number; leading: number; color: string }

const style = (face: Face, size: number, leading: number, color = INK.text): Style => ({ face, size, leading, color })

export const STYLES = {
  brand: style('strong', 14, 18),
  title: style('strong', 23, 29),
  status: style('strong', 10, 14),
  section: style('strong', 13, 17),
  entry: style('strong', 9.5, 13.5),
  label: style('text', 9, 13.5, INK.muted),
  value: style('text', 9.5, 13.5),
  strong: style('strong', 9.5, 13.5),
  muted: style('text', 8.5, 12.5, INK.muted),
  code: style('code', 8.25, 13.5),
  link: style('text', 8.5, 12.5, INK.link),
  head: style('text', 8.5, 12.5, INK.muted),
  foot: style('text', 8, 11, INK.muted),
} satisfies Record<string, Style>
