import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Facts } from './facts.tsx'

const markup = (value: string, detail?: string) =>
  renderToStaticMarkup(createElement(Facts, { items: [{ label: 'Person', value, detail }] }))

it('ends the lines of an address where it may, as value and as detail, not in the middle of a word', () => {
  expect(markup('seller@demo.example')).toContain('<dd><bdi>seller@<wbr/>demo<wbr/>.example</bdi></dd>')
  expect(markup('Ama Mensah', 'seller@demo.example')).toContain(
    '<small><bdi>seller@<wbr/>demo<wbr/>.example</bdi></small>',
  )
})

it.each(['Ama Mensah', '1,320.75 USDC', 'Write to seller@demo.example', '@'])('keeps %s in one', (value) => {
  expect(markup(value)).toContain(`<dd><bdi>${value}</bdi></dd>`)
})
