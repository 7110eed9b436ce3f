import { Form, Link, useSearchParams } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { formatDecimal, formatUsd } from '#app/kernel/i18n/format.ts'
import { AmountField } from '#app/kernel/ui/forms/amount-field.tsx'
import { Button, buttonClass } from '#app/kernel/ui/forms/button.tsx'
import { Note } from '#app/kernel/ui/frames/note.tsx'
import { useHydrated } from '#app/kernel/ui/live/use-hydrated.ts'
import { Actions } from '#app/kernel/ui/page/page.tsx'
import { PrintButton } from '#app/kernel/ui/page/print-button.tsx'
import { CopyButton } from '#app/kernel/ui/text/copy-button.tsx'
import { CALCULATOR_KINDS, type CalculatorField } from '#app/site/domain/calculator-fields.ts'
import { mailtoLink } from '../contact/mailto.ts'
import type { FieldText, SavingWords } from './saving.server.ts'
import { SavingBars } from './saving-bars.tsx'
import { useSaving } from './use-saving.ts'
import type { FreightWords } from './words.ts'

type CalculatorProps = {
  words: FreightWords['calculator']
  /** What the fields contain when the page opens. */
  texts: Record<CalculatorField, FieldText>
  /** Fields whose content is ignored. */
  ignored: CalculatorField[]
  /** Their accepted values, for a browser without JavaScript. */
  before: { name: string; value: string }[]
  /** Of the link to share. */
  origin: string
  saving: SavingWords
}

/** The yearly cost (spec §2, §5, §9). A form that reloads the page; with JavaScript the result follows the typing. */
export function Calculator({ words, texts, before, origin, ...fromPage }: CalculatorProps) {
  const { i18n } = useTranslation()
  const { saving, ignored, form, ask } = useSaving(fromPage)
  const isHydrated = useHydrated()
  const language = useSearchParams()[0].get('lng')
  const number = (value: string) => formatDecimal(value, i18n.language, 0)
  const of = (field: CalculatorField, sentence: string) => ({
    ...texts[field],
    kind: CALCULATOR_KINDS[field],
    error: ignored.includes(field) ? sentence : null,
    isInAddress: true,
    maxLength: 22,
  })
  return (
    <section className="sec" id="calculator">
      <div className="wrap">
        <h2>{words.title}</h2>
        <p className="sec__lead">{words.lead}</p>
        <div className="sheet calc">
          <Form
            method="get"
            // With the hash, the router would scroll although the page stays.
            action={isHydrated ? PATH : `${PATH}#calculator`}
            preventScrollReset
            replace
            ref={form}
            onInput={ask}
          >
            {/* The answer comes in the language in which the numbers were typed. */}
            {language !== null && <input type="hidden" name="lng" value={language} />}
            {!isHydrated &&
              before.map(({ name, value }) => <input key={name} type="hidden" name={name} value={value} />)}
            <AmountField
              name="value"
              label={words.shipmentValue}
              show={(value) => formatUsd(value, i18n.language)}
              prefix="$"
              {...of('shipmentValue', words.ignored)}
            />
            <AmountField
              name="shipments"
              label={words.shipmentsPerYear}
              show={number}
              {...of('shipmentsPerYear', words.ignored)}
            />
            <AmountField
              name="bank"
              label={words.bankFeePercent}
              hint={words.bankHint}
              show={number}
              suffix="%"
              {...of('bankFeePercent', words.ignoredPercent)}
            />
            <AmountField
              name="conversion"
              label={words.conversionPercent}
              hint={words.conversionHint}
              show={number}
              suffix="%"
              {...of('conversionPercent', words.ignoredPercent)}
            />
            <Button look="line">{words.calculate}</Button>
          </Form>
          <section className="calc__out" aria-label={words.result}>
            <p className="calc__save" aria-live="polite" aria-atomic>
              {words.keep}{' '}
              <b className="calc__sum">
                <bdi>{saving.savings}</bdi>
              </b>{' '}
              {saving.less}
            </p>
            {saving.conversion && <p className="calc__more">{saving.conversion}</p>}
            {saving.notCheaper && <p className="fine">{saving.notCheaper}</p>}
            <SavingBars label={words.chart} saving={saving} />
            {saving.minimum ? (
              <Note tone="attention" title={words.minimumTitle} after>
                <p>{saving.minimum.text}</p>
              </Note>
            ) : (
              <p className="fine">{saving.each}</p>
            )}
            <p className="fine">{words.fine}</p>
            <SendCalculation words={words} saving={saving} address={`${origin}${saving.path}`} />
          </section>
        </div>
      </div>
    </section>
  )
}

type SendProps = { words: CalculatorProps['words']; saving: SavingWords; address: string }

/** Shares the result: as a link with these numbers, as an email, or on paper. */
function SendCalculation({ words, saving, address }: SendProps) {
  const { bank, platform, conversion } = saving
  const lines = [`${bank.label}: ${bank.usd}`, `${platform.label}: ${platform.usd}`, conversion, address]
  return (
    <section className="calc__send" aria-label={words.send}>
      <h3>{words.send}</h3>
      <Actions>
        <Link to={saving.path} preventScrollReset>
          {words.link}
        </Link>
        <CopyButton value={address} what={words.link} />
        <a
          className={buttonClass('line', 'small')}
          href={mailtoLink({ to: '', subject: words.mailSubject, body: lines.filter(Boolean).join('\n\n') })}
        >
          {words.byMail}
        </a>
        <PrintButton size="small">{words.print}</PrintButton>
      </Actions>
    </section>
  )
}

const PATH = '/freight-forwarders'
