"""The two SDKs say the same: every action and event of random matches in words, and every ready deck as a code."""
