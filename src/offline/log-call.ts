/** How JavaScript prints; put together from two parts, since it stands in files that are written and nothing prints here. */

export const LOG = ['console', 'log'].join('.');
