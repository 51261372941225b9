declare module 's3rver' {
  interface Options {
    address: string
    port: number
    silent: boolean
    directory: string
    configureBuckets: { name: string }[]
  }
  class S3rver {
    constructor(options: Options)
    run(): Promise<{ address: string; port: number }>
    close(): Promise<void>
  }
  export = S3rver
}
