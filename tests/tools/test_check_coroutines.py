"""Good and bad samples for every rule of tools/check_coroutines.py."""

import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools"))

import check_coroutines as lint


def messages(body):
    """Messages about `body`, placed inside a coroutine as its statements."""
    text = "Task<int> run(Session& session) {\n" + body + "\n}\n"
    return [finding.text for finding in lint.check_text("src/engine/run.cpp", text)]


GOOD = {
    "statement": "co_await pause(wheel);",
    "auto local": "auto r = co_await f(x);",
    "const auto local": "const auto r = co_await f(x);",
    "reference local": "auto& r = co_await f(x);",
    "typed local": "Result<Rows> rows = co_await session.execute(statement, args);",
    "deep template type": "std::vector<std::pair<int, Result<Rows>>> rows = co_await f(x);",
    "qualified type": "const ::oltpsim::db::Rows rows = co_await f(x);",
    "pointer local": "Session* s = co_await pool.acquire(client);",
    "function type in template": "std::function<void(int)> f = co_await make(x);",
    "attribute": "[[maybe_unused]] const auto closed = co_await session.close();",
    "structured binding": "auto [rows, lag] = co_await f(x);",
    "several lines": "const auto reply =\n    co_await session.execute(\n        statement,\n        args\n    );",
    "awaiter object": "co_await awaiter;",
    "dereferenced": "co_await *task;",
    "moved argument": "auto r = co_await f(std::move(x), y);",
    "member call chain": "auto r = co_await session.pool().acquire(client);",
    "template call": "auto r = co_await get<Session>(pool, key);",
    "arrow call": "auto r = co_await session->execute(x);",
    "operators inside arguments": "auto r = co_await f(a + b, c < d, e && g);",
    "literals": "auto r = co_await f(1'000, 'x', \"a ? b : {c}\");",
    "raw string": 'auto r = co_await f(R"(co_await (x) ? {1} : "2")");',
    "after a brace block": "if (a) { b(); }\nco_await f(x);",
    "else": "if (a) { b(); } else { co_await f(x); }",
    "try": "try { co_await f(x); } catch (...) { }",
    "case label": "switch (a) { case Kind::one: co_await f(x); break; default: co_await g(x); }",
    "loop body": "for (const auto& x : xs) { auto r = co_await f(x); if (!r) { break; } }",
    "unbraced body": "if (ready) co_await f(x);",
    "lambda coroutine": "auto body = [](Session& s) -> Task<int> { auto r = co_await f(s); co_return r; };",
    "lambda coroutine as argument": "run(loop, [](Session& s) -> Task<void> { co_await f(s); });",
    "after initialised local": "Agg a{1, 2};\nauto r = co_await f(a);",
    "comment": "// if (co_await f(x))\n/* return co_await g({1}); */ co_await f(x);",
    "text": 'log("if (co_await f())");',
    "operator co_await itself": "struct Op { auto operator co_await() const noexcept; };",
    "class std temporary": "co_await timer.wait(std::chrono::milliseconds(5));",
    "constant argument": "auto r = co_await f(kMaxTries, kLimit);",
    "shifted number": "auto r = co_await f(1 << 3);",
    "enumerator argument": "auto r = co_await f(Kind::one);",
}

BAD = {
    "if": ("if (co_await f(x)) { g(); }", lint.CONDITION.format("if")),
    "if negated": ("if (!co_await f(x)) { g(); }", lint.CONDITION.format("if")),
    "if with initialiser": ("if (auto r = co_await f(x); r) { g(); }", lint.CONDITION.format("if")),
    "if declaration": ("if (auto r = co_await f(x)) { g(); }", lint.CONDITION.format("if")),
    "while": ("while (co_await f(x)) { g(); }", lint.CONDITION.format("while")),
    "do while": ("do { g(); } while (co_await f(x));", lint.CONDITION.format("while")),
    "switch": ("switch (co_await f(x)) { case 1: break; }", lint.CONDITION.format("switch")),
    "range for": ("for (auto y : co_await f(x)) { g(y); }", lint.CONDITION.format("for")),
    "for step": ("for (;; co_await f(x)) { g(); }", lint.CONDITION.format("for")),
    "for condition": ("for (; co_await f(x);) { g(); }", lint.CONDITION.format("for")),
    "co_return": ("co_return co_await f(x);", lint.RETURN),
    "argument": ("g(co_await f(x));", lint.NESTED),
    "parenthesised": ("auto v = (co_await f(x)).value();", lint.NESTED),
    "macro call": ("ASSERT_TRUE(co_await f(x));", lint.NESTED),
    "index": ("auto v = table[co_await f(x)];", lint.NESTED),
    "braced local": ("auto v{co_await f(x)};", lint.NESTED),
    "initialiser list": ("std::vector<int> v{co_await a(x), co_await b(x)};", lint.NESTED),
    "braced after equals": ("std::vector<int> v = {co_await a(x)};", lint.NESTED),
    "negated local": ("const bool failed = !co_await f(x);", lint.NESTED),
    "sum on the left": ("auto v = 1 + co_await f(x);", lint.NESTED),
    "cast": ("(void)co_await f(x);", lint.NESTED),
    "stream": ("out << co_await f(x);", lint.NESTED),
    "comparison": ("a == co_await f(x);", lint.NESTED),
    "assignment": ("r = co_await f(x);", lint.ASSIGN),
    "member assignment": ("this->r = co_await f(x);", lint.ASSIGN),
    "dotted assignment": ("state.r = co_await f(x);", lint.ASSIGN),
    "element assignment": ("rows[i] = co_await f(x);", lint.ASSIGN),
    "pointed assignment": ("*out = co_await f(x);", lint.ASSIGN),
    "added assignment": ("total += co_await f(x);", lint.ASSIGN),
    "two declarations": ("auto a = co_await f(x), b = 2;", lint.COMMA),
    "sum on the right": ("auto v = co_await f(x) + 1;", lint.OPERATOR),
    "difference": ("auto v = co_await f(x) - 1;", lint.OPERATOR),
    "and": ("auto v = co_await f(x) && ready;", lint.OPERATOR),
    "or": ("auto v = co_await f(x) || ready;", lint.OPERATOR),
    "equals": ("auto v = co_await f(x) == 3;", lint.OPERATOR),
    "less": ("auto v = co_await f(x) < 3;", lint.OPERATOR),
    "product": ("auto v = co_await f(x) * 3;", lint.OPERATOR),
    "chosen by result": ("auto v = co_await f(x) ? a : b;", lint.TERNARY),
    "chosen argument": ("auto v = co_await f(ok ? a : b);", lint.TERNARY),
    "chosen task": ("auto v = ok ? co_await a(x) : co_await b(x);", lint.NESTED),
    "aggregate": ('auto v = co_await f(Agg{std::string("x"), 3});', lint.BRACES),
    "designated": ("auto v = co_await f({.a = 1});", lint.BRACES),
    "braced list": ('auto v = co_await f({T("a"), T("b")});', lint.BRACES),
    "braced on next line": ("auto v = co_await f(\n    a,\n    Agg{\n        1,\n    }\n);", lint.BRACES),
    "awaiter in braces": ("co_await Pause{wheel, 3};", lint.BRACES),
    "lambda argument": ("co_await f([&] { return 1; });", lint.BRACES),
    "aggregate in parentheses": ('auto v = co_await f(Agg(std::string("x"), 3));', lint.TEMPORARY),
    "qualified aggregate": ("auto v = co_await f(a, db::Limits(3, 4));", lint.TEMPORARY),
    "template aggregate": ("auto v = co_await f(Pair<int, int>(3, 4));", lint.TEMPORARY),
    "comment between": ("if (/* ; */ co_await /* x */ f(x)) { g(); }", lint.CONDITION.format("if")),
    "quote before": ("const char c = '\"'; if (co_await f(x)) { g(); } const char d = '\"';", lint.CONDITION.format("if")),
    "number separator before": ("int n = 1'000; if (co_await f(x)) { g(2'000); }", lint.CONDITION.format("if")),
}


class CheckCoroutinesTest(unittest.TestCase):
    def test_accepts_whole_statements_and_named_locals(self):
        for name, body in GOOD.items():
            with self.subTest(name):
                self.assertEqual(messages(body), [])

    def test_refuses_every_other_form_and_says_why(self):
        for name, (body, expected) in BAD.items():
            with self.subTest(name):
                self.assertIn(expected, messages(body))

    def test_refuses_co_await_in_a_macro(self):
        for text in ("#define AWAIT(x) co_await x\n", "#define AWAIT(x) \\\n    auto r = \\\n    co_await x;\n"):
            found = lint.check_text("src/core/a.hpp", text)
            self.assertEqual([finding.text for finding in found], [lint.MACRO])

    def test_names_the_line_of_the_co_await(self):
        found = lint.check_text("src/a/b.cpp", "Task<int> f() {\n    g(\n        1,\n        co_await h()\n    );\n}\n")
        self.assertEqual([(finding.line, finding.text) for finding in found], [(4, lint.NESTED)])

    def test_reports_each_of_two_nested_awaits(self):
        self.assertEqual(messages("auto r = co_await f(co_await g(x));"), [lint.NESTED])
        self.assertEqual(messages("h(co_await f(x), co_await g(x));"), [lint.NESTED, lint.NESTED])


if __name__ == "__main__":
    unittest.main()
