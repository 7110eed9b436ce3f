import { ButtonLink } from '#app/kernel/ui/forms/button.tsx'
import { Actions } from '#app/kernel/ui/page/page.tsx'
import { Harbour } from './harbour.tsx'
import { PILOT_LINK } from './links.ts'
import type { FreightWords } from './words.ts'

export function Hero({ words }: { words: FreightWords['hero'] }) {
  return (
    <div className="hero hero--art">
      <div className="wrap hero__in">
        <div className="hero__words">
          <h1>{words.title}</h1>
          <p className="hero__lead">{words.lead}</p>
          <Actions>
            <ButtonLink to={PILOT_LINK}>{words.pilot}</ButtonLink>
            <a className="b b--line" href="#calculator">
              {words.calculate}
            </a>
          </Actions>
          <p className="fine">{words.fine}</p>
        </div>
        <Harbour label={words.art} />
      </div>
    </div>
  )
}
