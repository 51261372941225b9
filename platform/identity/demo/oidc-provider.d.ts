// The package's main file warns about every release of Node.js that is not a long-term one; these parts of it do not.
declare module 'oidc-provider/lib/provider.js' {
  export { Provider } from 'oidc-provider'
}
declare module 'oidc-provider/lib/helpers/errors.js' {
  import { errors } from 'oidc-provider'
  export import AccessDenied = errors.AccessDenied
  export import SessionNotFound = errors.SessionNotFound
}
