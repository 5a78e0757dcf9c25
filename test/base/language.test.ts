import assert from 'node:assert/strict';
import { test } from 'node:test';
import { languageOf, localeOf } from '../../src/base/language.ts';

test('CLI-1 the language comes from the locale, and CODER_LANG takes precedence', () => {
  assert.equal(languageOf({}), 'en');
  assert.equal(languageOf({ LANG: 'zh_CN.UTF-8' }), 'zh-CN');
  assert.equal(languageOf({ LANG: 'zh_CN.UTF-8', LC_ALL: 'C' }), 'en');
  assert.equal(languageOf({ LANG: 'zh_CN.UTF-8', CODER_LANG: 'en' }), 'en');
  assert.equal(languageOf({ LANG: 'zh_CN.UTF-8', CODER_LANG: 'klingon' }), 'zh-CN');
});

test('the variable that sets the language is reported', () => {
  assert.equal(localeOf({}), undefined);
  assert.deepEqual(localeOf({ LC_ALL: '', LC_MESSAGES: 'zh_TW', LANG: 'C' }), {
    language: 'zh-CN',
    variable: 'LC_MESSAGES',
  });
});
