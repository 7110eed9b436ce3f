import { Form, Link, useNavigation } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { AboutPerson } from '#app/accounts/ui/about-person.tsx'
import { EmailField } from '#app/accounts/ui/email-field.tsx'
import { AccountEmail, PasswordField } from '#app/accounts/ui/password-field.tsx'
import { Stamp } from '#app/accounts/ui/trap.tsx'
import { LONGEST_NAME } from '#app/kernel/domain/words/person-name.ts'
import { Button } from '#app/kernel/ui/forms/button.tsx'
import { Checkbox } from '#app/kernel/ui/forms/checkbox.tsx'
import { Choice } from '#app/kernel/ui/forms/choice.tsx'
import { ErrorSummary } from '#app/kernel/ui/forms/error-summary.tsx'
import { Field, type Option } from '#app/kernel/ui/forms/field.tsx'
import { FormToken } from '#app/kernel/ui/forms/form-token.tsx'
import { type RefusedForm, shownAgain } from '#app/kernel/ui/forms/refused-form.ts'
import { Disclosure } from '#app/kernel/ui/frames/disclosure.tsx'
import { Actions } from '#app/kernel/ui/page/page.tsx'
import { RichText } from '#app/kernel/ui/text/rich-text.tsx'
import { DETAIL_FIELDS } from '#app/screening/domain/person-detail.ts'

type RegisterFormProps = {
  /** Heading, where the form stands on another page than /register. */
  title?: string
  /** The page that receives the form, if it is another one. */
  action?: string
  isPilot: boolean
  /** The code of the pilot link's referrer. */
  from: string | null
  /** Whom a buyer invited as the seller: address and role are settled. */
  invited: { email: string } | null
  /** A path on this site to go on to. */
  redirectTo: string | null
  countries: readonly Option[]
  guard: { stamp: string; formToken: string }
  refused: RefusedForm | undefined
}

export function RegisterForm({
  title,
  action,
  isPilot,
  from,
  invited,
  redirectTo,
  countries,
  guard,
  refused,
}: RegisterFormProps) {
  const { t } = useTranslation()
  const isSending = useNavigation().state !== 'idle'
  const { problems, error, typed } = shownAgain(refused)
  return (
    <Form method="post" action={action} className="sheet sheet--after">
      <ErrorSummary problems={problems} />
      <div className="part">
        {title && <h2>{title}</h2>}
        {isPilot && <input type="hidden" name="pilot" value="freight" />}
        {from && <input type="hidden" name="from" value={from} />}
        {redirectTo && <input type="hidden" name="redirectTo" value={redirectTo} />}
        <Field
          name="name"
          label={t('register.name')}
          error={error('name')}
          defaultValue={typed('name')}
          autoComplete="name"
          maxLength={LONGEST_NAME}
          aria-required
        />
        {invited ? (
          <AccountEmail email={invited.email} />
        ) : (
          <EmailField
            name="email"
            label={t('login.email')}
            error={error('email')}
            typed={typed('email')}
            chosen={typed('emailChosen')}
            autoComplete="email"
            aria-required
          />
        )}
        <PasswordField isNew error={error('password')} />
        {invited ? (
          <p className="field">
            <b>{t('register.seller')}.</b> {t('register.sellerText')}
          </p>
        ) : (
          <div className="field">
            <Choice
              name="role"
              legend={t('register.role')}
              legendShown
              error={error('role')}
              defaultValue={typed('role') ?? likelyRole({ isPilot, redirectTo })}
              options={[
                { value: 'buyer', label: t('register.buyer'), consequence: t('register.buyerText') },
                { value: 'seller', label: t('register.seller'), consequence: t('register.sellerText') },
              ]}
            />
          </div>
        )}
        <div className="field">
          <Disclosure
            summary={t('about.summary')}
            look="quiet"
            open={DETAIL_FIELDS.some((field) => error(field) || typed(field))}
            noPrint
          >
            <AboutPerson countries={countries} error={error} typed={typed} />
          </Disclosure>
        </div>
        <Checkbox
          name="sanctionsConsent"
          label={t('register.sanctions')}
          error={error('sanctionsConsent')}
          defaultChecked={typed('sanctionsConsent') === 'on'}
          aria-required
        />
        <Stamp key={guard.stamp} stamp={guard.stamp} />
        <FormToken key={guard.formToken} token={guard.formToken} />
        <div className={error('website') ? undefined : 'vh'} aria-hidden={error('website') ? undefined : true}>
          <Field
            name="website"
            label={t('register.leaveEmpty')}
            error={error('website')}
            autoComplete="off"
            tabIndex={error('website') ? undefined : -1}
          />
        </div>
        <Actions after>
          <Button disabled={isSending}>{isSending ? t('register.sending') : t('nav.register')}</Button>
        </Actions>
        <p className="fine">
          <RichText
            text={t('register.terms')}
            components={{ terms: <Link to="/terms" />, privacy: <Link to="/privacy" /> }}
          />
        </p>
      </div>
    </Form>
  )
}

/** The side of a trade that somebody who comes from there probably has; undefined: unknown. */
function likelyRole({ isPilot, redirectTo }: Pick<RegisterFormProps, 'isPilot' | 'redirectTo'>) {
  if (isPilot) return 'buyer'
  return redirectTo?.startsWith('/seller-confirm') ? 'seller' : undefined
}
