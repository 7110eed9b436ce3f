import { inOneLine, type PaperFact, type PaperValue } from '#app/records/statement/domain/paper.ts'
import type { PaperPages, Row } from './page.server.ts'
import { INK, LABEL_WIDTH, PAGE, STYLES, type Style, VALUE_START } from './styles.ts'
import type { TextLine } from './type-setter.server.ts'

const VALUE_WIDTH = PAGE.right - VALUE_START
const ROW_GAP = 4

/** Values stand beside their labels or at the far edge. Rows have rules between them, or one above each. */
type FactLook = { isAtEnd?: boolean; hasRuleAbove?: boolean }

export function factRows(
  pages: PaperPages,
  facts: readonly PaperFact[],
  { isAtEnd = false, hasRuleAbove = false }: FactLook = {},
): Row[] {
  return facts.map((fact, index) =>
    factRow(pages, { fact, look: { hasRuleAbove: hasRuleAbove || index > 0, isAtEnd } }),
  )
}

function factRow(pages: PaperPages, { fact, look }: { fact: PaperFact; look: FactLook }): Row {
  const { label, values, isTotal } = fact
  const style = isTotal ? STYLES.strong : STYLES.label
  const lines = values.flatMap((value) => factLinesOf(pages, { value, width: VALUE_WIDTH, isTotal }))
  return {
    cells: [
      {
        tag: 'TH',
        start: PAGE.left,
        width: LABEL_WIDTH,
        lines: pages.layOut(inOneLine(label), { style, width: LABEL_WIDTH }),
      },
      { tag: 'TD', start: VALUE_START, width: VALUE_WIDTH, lines, isAtEnd: look.isAtEnd },
    ],
    gap: ROW_GAP,
    rule: look.hasRuleAbove ? (isTotal ? INK.text : INK.line) : undefined,
  }
}

/** A value in its style and direction; every line of a link has its target. */
export function factLinesOf(
  pages: PaperPages,
  { value, width, isTotal = false }: { value: PaperValue; width: number; isTotal?: boolean },
): TextLine[] {
  const lines = pages.layOut(inOneLine(value.text), {
    style: styleOf(value, isTotal),
    width,
    direction: directionOf(value),
  })
  return value.kind === 'link' ? lines.map((line) => ({ ...line, href: value.href })) : lines
}

/** Hashes, amounts and times are left to right everywhere; text typed by people follows its letters. */
function directionOf({ kind }: PaperValue): 'ltr' | 'by letters' {
  return kind === 'text' || kind === 'link' ? 'by letters' : 'ltr'
}

function styleOf(value: PaperValue, isTotal: boolean): Style {
  switch (value.kind) {
    case 'code':
      return STYLES.code
    case 'link':
      return STYLES.link
    case 'text':
      return value.isMuted ? STYLES.muted : STYLES.value
    case 'amount':
      return isTotal ? STYLES.strong : STYLES.value
    case 'time':
      return STYLES.value
  }
}
