import { Button, ButtonLink } from '#app/kernel/ui/forms/button.tsx'
import { Note } from '#app/kernel/ui/frames/note.tsx'
import { Sheet } from '#app/kernel/ui/frames/sheet.tsx'
import { Tag } from '#app/kernel/ui/frames/tag.tsx'
import { Actions } from '#app/kernel/ui/page/page.tsx'
import { Turn } from '#app/kernel/ui/progress/turn.tsx'
import { Amount } from '#app/kernel/ui/text/amount.tsx'
import { CopyButton } from '#app/kernel/ui/text/copy-button.tsx'
import { PriceTicker } from '#app/prices/ui/price-ticker.tsx'

export function StateParts() {
  return (
    <div className="shelf">
      <div className="stack">
        <h2 className="cap">Turn: yours, theirs, done, blocked</h2>
        <Turn
          place="aside"
          tone="yours"
          who="Your turn"
          title={
            <>
              Send <Amount value="18250" asset="USDC" /> to fund the escrow.
            </>
          }
          text="We then hold the money until you approve the documents."
        />
        <Turn
          place="aside"
          tone="theirs"
          who="The seller’s turn"
          title="Funded. The seller ships next."
          text="We hold the money and email you when shipment is confirmed."
        />
        <Turn
          place="aside"
          tone="done"
          who="Finished"
          title="The money was released to the seller."
          text="18 Nov 2026, 17:05 UTC. Nothing more will move."
        />
        <Turn
          place="aside"
          tone="blocked"
          who="Seller’s turn"
          title="The payout is blocked: the wallet has no USDC trustline."
          text="We hold the money. The seller adds the trustline in the wallet; then the payout goes by itself."
        />
      </div>
      <div className="stack">
        <h2 className="cap">Notes: one per page where possible</h2>
        <Note title="Transaction submitted (awaiting chain match).">
          <p>We keep watching. You can close this page.</p>
        </Note>
        <Note tone="good" title="✅ Payment confirmed! Fee: $342.00. Redirecting...">
          <p>Your account is unlocked.</p>
        </Note>
        <Note tone="attention" icon="clock" title="The price has expired">
          <p>Refresh it to see the new amount. Your memo 1839204417 stays the same.</p>
        </Note>
        <Note tone="danger" title="❌ Memo does not match.">
          <p>
            The payment was found, but without your memo 1839204417. Write to us with the hash; the money is not lost.
          </p>
        </Note>
        <Note tone="plain">
          <p>
            <strong>KTC-2291-contract.pdf</strong>, 312 kB. Read it before you accept.
          </p>
        </Note>
      </div>
      <div>
        <h2 className="cap">Buttons and tags</h2>
        <Sheet className="stack">
          <Actions>
            <Button type="button">Update</Button>
            <Button type="button" look="line">
              Look up
            </Button>
            <Button type="button" look="quiet">
              Delete
            </Button>
            <ButtonLink to="/" look="line" size="small" icon="doc">
              A link
            </ButtonLink>
          </Actions>
          <Actions>
            <Button type="button" disabled>
              Confirm Payment
            </Button>
            <CopyButton value="1839204417" what="memo" />
          </Actions>
          <Actions>
            <Tag>Pending</Tag>
            <Tag tone="good" icon="check">
              Approved
            </Tag>
            <Tag tone="danger" icon="x">
              Rejected
            </Tag>
            <Tag tone="attention" icon="clock">
              Your turn
            </Tag>
          </Actions>
        </Sheet>
      </div>
      <div className="stack">
        <h2 className="cap">Ticker: with data, and when it fails</h2>
        <PriceTicker
          label="Prices, one of them unknown"
          cta={false}
          prices={[
            { asset: 'XLM', usd: '0.11274', change24h: '1.8377' },
            { asset: 'XRP', usd: '2.1836', change24h: '-0.62' },
            { asset: 'USDC', usd: null, change24h: null },
          ]}
        />
        <PriceTicker label="Prices, unread" cta={false} prices={null} />
      </div>
    </div>
  )
}
