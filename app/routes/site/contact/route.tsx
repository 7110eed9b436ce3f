import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { translatorFor } from '#app/i18n/languages/i18n.server.ts'
import { config } from '#app/runtime.server.ts'
import { Button } from '#app/ui/kernel/forms/button.tsx'
import { ErrorSummary } from '#app/ui/kernel/forms/error-summary.tsx'
import { Field, TextArea } from '#app/ui/kernel/forms/field.tsx'
import { shownAgain } from '#app/ui/kernel/forms/refused-form.ts'
import { Note } from '#app/ui/kernel/frames/note.tsx'
import { Actions, PageHead, Read } from '#app/ui/kernel/page/page.tsx'
import type { PageHandle } from '#app/ui/kernel/page/page-handle.ts'
import { RichText } from '#app/ui/kernel/text/rich-text.tsx'
import { readerLanguage } from '#app/web/accounts/reader.server.ts'
import { loadViewer } from '#app/web/accounts/viewer.server.ts'
import { readFields } from '#app/web/kernel/forms/read-fields.server.ts'
import { assertSameOrigin } from '#app/web/kernel/http/origin.server.ts'
import { addressIn, mailtoLink } from './mailto.ts'
import { MESSAGE_LIMITS, readMessage } from './message.server.ts'

export const handle: PageHandle = { title: 'pages.contact', description: 'meta.contact' }

/** The subject of a link (`/contact?subject=…`) is filled in (spec §2, Contact), and who is signed in. */
export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await loadViewer(request)
  const subject = new URL(request.url).searchParams.get('subject') ?? ''
  return {
    subject: subject.trim().slice(0, MESSAGE_LIMITS.subject),
    support: addressIn(config.mail.support),
    limits: MESSAGE_LIMITS,
    from: viewer && { name: viewer.name, email: viewer.email },
  }
}

/** Nothing is stored or sent here: the answer is the letter, for the visitor's own mail program (spec §2, Contact). */
export async function action({ request }: ActionFunctionArgs) {
  assertSameOrigin(request, config.origin)
  const { typed, problems } = readMessage(await readFields(request))
  const t = translatorFor(await readerLanguage(request))
  if (problems.length > 0) {
    const sentences = problems.map(({ field, sentence }) => ({ field, text: t(sentence) }))
    return data({ problems: sentences, values: typed, mailto: null }, { status: 400 })
  }
  const mailto = mailtoLink({
    to: addressIn(config.mail.support),
    subject: typed.subject || t('contact.defaultSubject'),
    body: `${typed.message}\n\n${t('contact.from', { replace: { name: typed.name, email: typed.email } })}`,
  })
  return data({ problems: [], values: typed, mailto })
}

export default function Contact() {
  const { t } = useTranslation()
  const { subject, support, limits, from } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { problems, error, typed } = shownAgain(answer)
  return (
    <Read>
      <PageHead title={t('pages.contact')} lead={t('contact.lead')} />
      <div className="stack">
        {answer?.mailto && <Thanks answer={answer} mailto={answer.mailto} support={support} />}
        <Form method="post" className="sheet">
          <ErrorSummary problems={problems} />
          <div className="part">
            <Field
              name="name"
              label={t('contact.name')}
              error={error('name')}
              defaultValue={typed('name') ?? from?.name}
              autoComplete="name"
              maxLength={limits.name}
              required
            />
            <Field
              name="email"
              type="email"
              label={t('contact.email')}
              error={error('email')}
              defaultValue={typed('email') ?? from?.email}
              autoComplete="email"
              maxLength={limits.email}
              required
            />
            <Field
              name="subject"
              label={t('contact.subject')}
              note={t('form.optional')}
              error={error('subject')}
              defaultValue={typed('subject') ?? subject}
              maxLength={limits.subject}
            />
            <TextArea
              name="message"
              label={t('contact.message')}
              error={error('message')}
              defaultValue={typed('message')}
              rows={6}
              maxLength={limits.message}
              required
            />
            <Actions after>
              <Button>{t('contact.send')}</Button>
            </Actions>
          </div>
        </Form>
      </div>
      <p className="fine">
        <SupportAddress sentence={t('contact.direct', { address: support })} support={support} />
      </p>
    </Read>
  )
}

type ThanksProps = { answer: object; mailto: string; support: string }

/** Opens the mail program once for each answer; the link does it by hand, and alone where there is no JavaScript. */
function Thanks({ answer, mailto, support }: ThanksProps) {
  const { t } = useTranslation()
  const note = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same letter sent twice is two answers
  useEffect(() => {
    note.current?.focus()
    window.location.assign(mailto)
  }, [answer, mailto])
  return (
    <div ref={note} tabIndex={-1}>
      <Note tone="good" role="status" title={t('contact.thanks')}>
        <p>
          <a href={mailto}>{t('contact.openMail')}</a>
        </p>
        <p>
          <SupportAddress sentence={t('contact.noMail', { address: support })} support={support} />
        </p>
      </Note>
    </div>
  )
}

function SupportAddress({ sentence, support }: { sentence: string; support: string }) {
  return (
    <RichText
      text={sentence}
      components={{
        mail: (
          <a href={`mailto:${support}`} dir="ltr">
            {support}
          </a>
        ),
      }}
    />
  )
}
