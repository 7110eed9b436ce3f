import type { SavingWords } from './saving.server.ts'

/**
 * The yearly fees as two bars. In SVG, whose attributes set the lengths: the page allows no style attributes. Hidden
 * from screen readers, since the figures stand beside it.
 */
export function SavingBars({ label, saving: { bank, platform, minimum } }: { label: string; saving: SavingWords }) {
  return (
    <figure aria-label={label}>
      <dl className="bars">
        <div>
          <dt>
            <span>{bank.label}</span> <bdi className="amt">{bank.usd}</bdi>
          </dt>
          <dd>
            <svg aria-hidden="true">
              <rect className="bars__bank" width={`${bank.percent}%`} height="100%" />
            </svg>
          </dd>
        </div>
        <div>
          <dt>
            <span>{platform.label}</span> <bdi className="amt">{platform.usd}</bdi>
          </dt>
          <dd className="bars__kept">
            <svg aria-hidden="true">
              {minimum && <rect className="bars__minimum" width={`${minimum.percent}%`} height="100%" />}
              <rect className="bars__ours" width={`${platform.percent}%`} height="100%" />
            </svg>
          </dd>
        </div>
      </dl>
    </figure>
  )
}
