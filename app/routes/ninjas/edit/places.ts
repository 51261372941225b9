export const PROFILE_PATH = '/profile'
export const EDIT_PATH = '/profile/edit'
/** Answers the form with another name in it. */
export const NEW_NAME_PATH = '/profile/edit?new-name'
