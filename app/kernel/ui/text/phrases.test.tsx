import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { phrases } from './phrases.tsx'

const markup = (heading: string) => renderToStaticMarkup(createElement('h1', null, phrases(heading)))

it.each([
  ['由Quayside就350.0000\u00a0XLM作出裁定。', '由Quayside就<wbr/>350.0000\u00a0XLM<wbr/>作出裁定。'],
  ['已向卖方付款150.0000\u00a0XRP。', '已向卖方付款<wbr/>150.0000\u00a0XRP。'],
  ['Quayside decides about 350.0000\u00a0XLM.', 'Quayside decides about 350.0000\u00a0XLM.'],
  ['请审核单据，然后批准或拒绝。', '请审核单据，然后批准或拒绝。'],
])('%s may break beside its amount where the words around it are Chinese', (heading, expected) => {
  expect(markup(heading)).toBe(`<h1>${expected}</h1>`)
})
