import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import type { ParseKeys } from 'i18next'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { translatorFor } from '#app/i18n/i18n.server.ts'
import { Button } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { Field, TextArea } from '#app/ui/field.tsx'
import { Note } from '#app/ui/note.tsx'
import { Actions, PageHead, Read } from '#app/ui/page.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { readForm } from '#app/web/read-form.server.ts'
import { readerLanguage } from '#app/web/reader.server.ts'
import { type MessageField, readMessage } from './message.server.ts'

export const handle: PageHandle = { title: 'pages.contact' }

const SENTENCES: Record<MessageField, ParseKeys<'common'>> = {
  name: 'contact.nameMissing',
  email: 'contact.emailMissing',
  message: 'contact.messageMissing',
}

export function loader({ request }: LoaderFunctionArgs) {
  return { subject: new URL(request.url).searchParams.get('subject') ?? '' }
}

export async function action({ request }: ActionFunctionArgs) {
  const t = translatorFor(await readerLanguage(request))
  const words = {
    subject: t('contact.defaultSubject'),
    from: (who: { name: string; email: string }) => t('contact.from', who),
  }
  const { fields } = await readForm(request)
  return readMessage(fields, words)
}

export default function Contact() {
  const { t } = useTranslation()
  const { subject } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()
  const mailto = result && 'mailto' in result ? result.mailto : null
  const wrong = result && 'wrong' in result ? result.wrong : []
  const typed = result && 'typed' in result ? result.typed : null
  const error = (field: MessageField) => (wrong.includes(field) ? t(SENTENCES[field]) : null)

  useEffect(() => {
    if (mailto) window.location.assign(mailto)
  }, [mailto])

  return (
    <Read>
      <PageHead title={t('pages.contact')} lead={t('contact.lead')} />
      {mailto && (
        <Note tone="good" role="status" title={t('contact.thanks')}>
          <p>
            <a href={mailto}>{t('contact.openMail')}</a>
          </p>
        </Note>
      )}
      <Form method="post" className="sheet">
        <ErrorSummary problems={wrong.map((field) => ({ field, text: t(SENTENCES[field]) }))} />
        <div className="part">
          <input type="hidden" name="subject" value={subject} />
          <Field
            name="name"
            label={t('contact.name')}
            error={error('name')}
            defaultValue={typed?.name}
            autoComplete="name"
            required
          />
          <Field
            name="email"
            type="email"
            label={t('contact.email')}
            error={error('email')}
            defaultValue={typed?.email}
            autoComplete="email"
            required
          />
          <TextArea
            name="message"
            label={t('contact.message')}
            error={error('message')}
            defaultValue={typed?.message ?? subject}
            rows={6}
            required
          />
          <Actions after>
            <Button>{t('contact.send')}</Button>
          </Actions>
        </div>
      </Form>
    </Read>
  )
}
