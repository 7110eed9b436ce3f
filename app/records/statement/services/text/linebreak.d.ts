/** The little of linebreak that we use; it brings no types. */
declare module 'linebreak' {
  export default class LineBreaker {
    constructor(text: string)
    /** Where a line may end next, in UTF-16 units; null after the end of the text. */
    nextBreak(): { position: number; required: boolean } | null
  }
}
