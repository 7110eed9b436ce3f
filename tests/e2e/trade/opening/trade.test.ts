/** A trade by clicking for each asset, of which one with JavaScript; the others are in the long run. */
import { tradeByClicking } from '#tests/support/opening/whole-trade.ts'

tradeByClicking([
  { asset: 'XRP', javaScript: true },
  { asset: 'XLM', javaScript: false },
  { asset: 'USDC', javaScript: false },
])
