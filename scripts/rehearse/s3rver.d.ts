/** As much of it as a rehearsal needs: the package has no types. */
declare module '@20minutes/s3rver' {
  type Settings = {
    address: string
    port: number
    directory: string
    silent: boolean
    configureBuckets: { name: string }[]
  }
  export default class S3rver {
    constructor(settings: Settings)
    run(): Promise<{ port: number }>
    close(): Promise<void>
  }
}
