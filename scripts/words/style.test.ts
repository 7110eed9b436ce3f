import { expect, it } from 'vitest'
import { checkSpecSentences, SPEC_SENTENCES } from './spec-sentences.ts'
import { checkStyle } from './style.ts'

const said = (text: string, key = 'common:a') => checkStyle(new Map([[key, text]]))

it.each(['A bill of lading, in 3 originals.', '“Yes”, she said… or 「好」 or «oui», it’s all right.', 'می\u200cپذیرم'])(
  '%s is well set',
  (text) => {
    expect(said(text)).toEqual([])
  },
)

it.each([' A', 'A ', 'A  b', 'A\n\n b', 'the "terms"', "the seller's", 'Loading...', '۳ سند', '๓', 'a\u200eb', ''])(
  '“%s” is not',
  (text) => {
    expect(said(text)).toHaveLength(1)
  },
)

it('leaves a sentence of the spec its dots', () => {
  expect(said('Redirecting...', 'common:submit.notSignedIn')).toEqual([])
})

it('holds English to the sentences of the spec', () => {
  const english = new Map(Object.entries(SPEC_SENTENCES))
  expect(checkSpecSentences(english)).toEqual([])
  english.set('common:access.title', 'No access')
  english.delete('common:ui.na')
  expect(checkSpecSentences(english)).toEqual([
    'common:ui.na must be “N/A” (spec), not “nothing”',
    'common:access.title must be “Access Denied” (spec), not “No access”',
  ])
})
