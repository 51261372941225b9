// The package's main file logs a warning on Node releases without long-term support; these modules do not.
declare module 'oidc-provider/lib/provider.js' {
  export { Provider } from 'oidc-provider'
}
declare module 'oidc-provider/lib/helpers/errors.js' {
  import { errors } from 'oidc-provider'
  export import AccessDenied = errors.AccessDenied
  export import SessionNotFound = errors.SessionNotFound
}
