/** Settings that are names of headers, senders, folders or networks; each with its error message. */
import { isIP } from 'node:net'
import { z } from 'zod'
import { emailProblem, normalizeEmail } from '#app/accounts/domain/email-address.ts'
import { optional, required } from './values.ts'

const optionalLike = (form: RegExp, error: string) => optional.pipe(z.string().regex(form, error).optional())

/** The name of a header (RFC 9110, 5.1). */
export const headerName = optionalLike(
  /^[!#$%&'*+\-.^`|~\w]+$/,
  'must be the name of one header, such as X-Forwarded-For',
)

/** A key or token issued by another service. The error message never repeats it. */
const KEY = /^[\x21-\x7e]+$/
const NO_KEY = 'must be the key as it was given out, without spaces'
export const requiredKey = required.regex(KEY, NO_KEY)
export const optionalKey = optionalLike(KEY, NO_KEY)

export const bucketName = optionalLike(
  /^[a-z\d][\w.-]{1,254}$/i,
  'must be the name of the bucket alone, without an address before it',
)
export const regionName = optionalLike(/^[a-z\d-]{2,40}$/i, 'must be the short name of a region, such as eu-central-1')

/** A folder on this machine: no URL of a store, and no `~`, which only a shell resolves. */
export const folder = optionalLike(/^(?!~)(?![a-z\d+]+:\/\/)/i, 'must be the path of a folder, without ~')

/** An address or name of this machine to listen on. */
export const ownHost = optional.pipe(
  z
    .string()
    .refine(
      (value) =>
        isIP(value) !== 0 || /^(?=.*[a-z])[a-z\d]([a-z\d-]*[a-z\d])?(\.[a-z\d]([a-z\d-]*[a-z\d])?)*$/i.test(value),
      'must be an address of this machine to listen on, such as 127.0.0.1',
    )
    .optional(),
)

const isMailbox = (text: string) => emailProblem(normalizeEmail(text)) === null

const oneMailbox = z.string().refine(isMailbox, 'must be an e-mail address, such as support@quayside.example')
export const mailbox = (preset: string) => oneMailbox.default(preset)
export const optionalMailbox = oneMailbox.optional()

/** RFC 5322: a name with any of these characters must be in quotation marks. */
const NAMED = /^(?:"[^"\\\p{Cc}]+"|[^"(),.:;<>@[\]\\\p{Cc}][^"(),:;<>@[\]\\\p{Cc}]*) ?<([^<>]+)>$/u

/** The sender of emails: `Name <address>`, or the address alone. */
export const sender = (preset: string) =>
  z
    .string()
    .default(preset)
    .refine(
      (value) => isMailbox(NAMED.exec(value)?.[1] ?? value),
      'must be an e-mail address, or a name and the address in angle brackets: Quayside <no-reply@quayside.example>',
    )

export const PUBLIC_STELLAR = 'Public Global Stellar Network ; September 2015'
const KNOWN_PASSPHRASES = [PUBLIC_STELLAR, 'Test SDF Network ; September 2015']
const charactersOf = (text: string) => text.toLowerCase().replace(/[^a-z\d]/g, '')

/** The passphrase of a Stellar network. A typo in the public one would make it the passphrase of a private network. */
export const passphrase = required.superRefine((value, context) => {
  const meant = KNOWN_PASSPHRASES.find((known) => known !== value && charactersOf(known) === charactersOf(value))
  if (meant) context.addIssue({ code: 'custom', message: `is not written as the network has it; set ${meant}` })
})
