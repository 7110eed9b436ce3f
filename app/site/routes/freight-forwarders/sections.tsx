import { Link } from '@remix-run/react'
import { ButtonLink } from '#app/kernel/ui/forms/button.tsx'
import { QuestionList } from '#app/kernel/ui/frames/disclosure.tsx'
import { Icon } from '#app/kernel/ui/frames/icon.tsx'
import { Actions } from '#app/kernel/ui/page/page.tsx'
import { contactLink, PILOT_LINK } from './links.ts'
import type { FreightWords } from './words.ts'

export function HowItWorks({ words }: { words: FreightWords['steps'] }) {
  return (
    <ol className="way">
      {words.list.map((step) => (
        <li key={step.title}>
          <small>{step.who}</small>
          <h3>{step.title}</h3>
          <p>{step.text}</p>
        </li>
      ))}
    </ol>
  )
}

export function Benefits({ words }: { words: FreightWords['benefits'] }) {
  return (
    <div className="cols3 cols3--wide">
      {words.list.map((benefit) => (
        <div key={benefit.title}>
          <h3>{benefit.title}</h3>
          <p>{benefit.text}</p>
        </div>
      ))}
    </div>
  )
}

export function Questions({ words }: { words: FreightWords['questions'] }) {
  return (
    <section className="sec">
      <div className="wrap split">
        <div>
          <h2 className="big">{words.title}</h2>
          <p className="fine">
            <Link className="go" to="/faq">
              {words.all} <Icon name="right" flip />
            </Link>
          </p>
        </div>
        <QuestionList items={words.list} />
      </div>
    </section>
  )
}

export function LastCall({ words, pilot }: { words: FreightWords['last']; pilot: string }) {
  return (
    <section className="sec">
      <div className="wrap">
        <div className="last">
          <h2 className="big">{words.title}</h2>
          <Actions>
            <ButtonLink to={PILOT_LINK}>{pilot}</ButtonLink>
            <ButtonLink look="line" to={contactLink(words.subject)}>
              {words.talk}
            </ButtonLink>
          </Actions>
        </div>
      </div>
    </section>
  )
}
