/**
 * What engines judge of a page: pages of the same shape are the same to their rules. The functions run in the browser.
 */

export type Shape = {
  /** What surrounds `main`, without the moving strip of prices. */
  frame: string
  main: string
}

/**
 * Elements, attributes, which texts and ids are equal, what is visible at this size and what scrolls. Words, amounts
 * and addresses are left out: of a text only its existence and its repetitions count.
 */
export function readShape(): Shape {
  const numbers = new Map<string, number>()
  function numberOf(text: string): number {
    const known = numbers.get(text) ?? numbers.size + 1
    numbers.set(text, known)
    return known
  }
  const sayText = (text: string) => (text.trim() === '' ? '' : `"${numberOf(text.trim())}`)
  const texts = ['aria-label', 'title', 'alt', 'placeholder', 'content']
  const names = ['id', 'for', 'name', 'form', 'list', 'headers']
  const contents = ['value', 'href', 'src', 'action', 'datetime', 'd']
  function sayAttribute({ name, value }: Attr): string {
    if (texts.includes(name)) return `${name}=${sayText(value)}`
    if (contents.includes(name)) return `${name}=${value.trim() === '' ? '' : value.startsWith('#') ? '#' : '…'}`
    const isName = names.includes(name) || /^aria-.*(?:by|controls|owns|details|errormessage)$/.test(name)
    if (!isName) return `${name}=${value}`
    return `${name}=${Array.from(value.split(/\s+/), (word) => numberOf(`#${word}`))}`
  }
  function sayBox(element: Element): string {
    if (!element.checkVisibility({ visibilityProperty: true })) return '-'
    const { scrollWidth, clientWidth, scrollHeight, clientHeight } = element
    if (scrollWidth <= clientWidth && scrollHeight <= clientHeight) return ''
    const { overflowX, overflowY } = getComputedStyle(element)
    return `~${overflowX} ${overflowY}`
  }
  function say(node: Node): string {
    if (node.nodeType === Node.TEXT_NODE) return sayText(node.nodeValue ?? '')
    if (!(node instanceof Element) || node.matches('script, main, .ticker')) return ''
    return sayElement(node)
  }
  function sayElement(element: Element): string {
    const attributes = Array.from(element.attributes, sayAttribute).join(' ')
    return `<${element.localName}${sayBox(element)} ${attributes}>${Array.from(element.childNodes, say).join('')}</>`
  }
  const main = document.querySelector('main')
  return { frame: sayElement(document.body), main: main ? sayElement(main) : '' }
}

export type Colours = {
  /** Colour of the text and its background, size, weight. */
  colours: string
  /** Its place, for what the engine cannot decide. */
  place: string
  /** Whether the engine last found its contrast good. */
  isGood: boolean
}

/** The colours of every visible text. */
export function readColours(): Colours[] {
  const styles = new Map<Element, CSSStyleDeclaration>()
  function styleOf(element: Element): CSSStyleDeclaration {
    const style = styles.get(element) ?? getComputedStyle(element)
    styles.set(element, style)
    return style
  }
  const grounds = new Map<Element, string>()
  /** Everything behind an element, up to an opaque ground. A moved element may lie upon anything. */
  function groundOf(element: Element | null): string {
    if (!element) return ''
    const known = grounds.get(element)
    if (known !== undefined) return known
    const { backgroundColor, backgroundImage, opacity, position, filter } = styleOf(element)
    const isMoved = position !== 'static' && position !== 'relative'
    const own = [
      backgroundColor === 'rgba(0, 0, 0, 0)' ? '' : backgroundColor,
      backgroundImage === 'none' ? '' : backgroundImage,
      opacity === '1' ? '' : opacity,
      filter === 'none' ? '' : filter,
      isMoved ? `${position} ${element.getAttribute('class')}` : '',
    ].filter((part) => part !== '')
    const isOpaque = backgroundColor.startsWith('rgb(') && opacity === '1' && !isMoved
    const ground = [...own, isOpaque ? '' : groundOf(element.parentElement)].join(' ')
    grounds.set(element, ground)
    return ground
  }
  const hasText = (element: Element | null) =>
    element !== null &&
    Array.from(element.childNodes).some(({ nodeType, nodeValue }) => nodeType === Node.TEXT_NODE && nodeValue?.trim())
  const lookOf = (element: Element) => {
    const { color, fontSize, fontWeight, textDecorationLine, textShadow } = styleOf(element)
    return [color, fontSize, fontWeight, textDecorationLine, textShadow].join(' ')
  }
  const isShown = (element: Element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
  const all = [...document.body.querySelectorAll('*')].filter(
    (element) => (hasText(element) || element.matches('input, select, textarea')) && isShown(element),
  )
  return all.map((element) => {
    const { parentElement } = element
    const control = element.closest('label')?.control ?? element
    const isOff = control.matches(':disabled, [aria-disabled=true] *, [aria-disabled=true]')
    // A link within a text must be distinguishable from it.
    const around = element.matches('a') && hasText(parentElement) && parentElement ? lookOf(parentElement) : ''
    // The engine does not judge single characters.
    const isShort = (element.textContent ?? '').trim().length < 2
    const kind = [isOff ? 'off' : '', isShort ? 'short' : '', around].join(' ')
    const chain = [element, parentElement, parentElement?.parentElement]
    return {
      colours: `${lookOf(element)} ${kind} on ${groundOf(element)}`,
      place: chain.map((each) => `${each?.localName}.${each?.getAttribute('class')}`).join(' < '),
      isGood: window.axePassed?.has(element) ?? false,
    }
  })
}
