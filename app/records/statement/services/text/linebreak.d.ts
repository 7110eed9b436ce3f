/** The part of linebreak that we use; it has no types. */
declare module 'linebreak' {
  export default class LineBreaker {
    constructor(text: string)
    /** The next possible line end, in UTF-16 units. Null: the text has ended. */
    nextBreak(): { position: number; required: boolean } | null
  }
}
