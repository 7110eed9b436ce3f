import { z } from 'zod'
import type { LetterBody } from '#app/emails/kernel/layout.ts'
import { aboutLink, accountLink, type LetterContext, type LetterText, tokenId } from '#app/emails/kernel/letter.ts'

/** To a reseller: the link to the own page, when it is made and when it is renewed. `code`: the first one, when they begin. */
export const resellerLinkContent = z.object({
  letter: z.literal('reseller_link'),
  linkId: tokenId,
  code: z.string().optional(),
})

export function resellerLink(
  { linkId, code }: z.infer<typeof resellerLinkContent>,
  context: LetterContext,
): LetterBody {
  const { t, origin } = context
  return aboutReseller(
    {
      subject: t('resellerLink.subject'),
      turn: t('frame.theirTurn'),
      heading: t('resellerLink.subject'),
      paragraphs: [...(code === undefined ? [] : [t('resellerLink.made')]), t('resellerLink.text')],
      ...(code !== undefined && {
        facts: [
          { label: t('resellerLink.code'), value: code, isCode: true },
          { label: t('resellerLink.link'), value: `${origin}/payment?ref=${code}`, isCode: true },
        ],
      }),
    },
    linkId,
    context,
  )
}

/** A letter to a reseller leads to the own page; without a link, to the first page of Quayside. */
export function aboutReseller(
  letter: Omit<LetterText, 'action'>,
  linkId: string | null,
  context: LetterContext,
): LetterBody {
  const { t } = context
  const action =
    linkId === null
      ? { label: 'Quayside', path: '/' }
      : {
          label: t('resellerLink.action'),
          path: accountLink('/reseller', { id: linkId, purpose: 'reseller_link' }, context),
        }
  return aboutLink({ ...letter, action }, t('resellerLink.why'), context)
}
