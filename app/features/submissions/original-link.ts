export const ORIGINAL_LINK = { target: '_blank', rel: 'noopener noreferrer nofollow ugc' }
